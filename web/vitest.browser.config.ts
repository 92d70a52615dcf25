import { defineConfig } from 'vitest/config';

/** The tests that open a real browser on a real server; `npm run browser` runs them, one after another. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    fileParallelism: false,
    // What is awaited comes at once or, on a busy machine, a little later; only what never comes is a fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
