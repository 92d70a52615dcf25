import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where the server listens while the page is being written. */
const server = process.env['SANDTABLE_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  server: {
    port: 5173,
    proxy: { '/api': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows scripts and pictures from itself alone: nothing is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  // No test measures time, and a busy machine is no fault: only one that hangs is stopped.
  test: { include: ['tests/unit/**/*.test.ts', 'src/**/*.test.ts'], testTimeout: 120_000 },
});
