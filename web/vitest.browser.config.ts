import { defineConfig } from 'vitest/config';

/** The tests that open a real browser on a real server; `npm run browser` runs them, one after another. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
