import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/lanes/**', 'test/package/**', 'test/stack/**'],
    // Much of the time is waiting for processes that tests start: both cores of a small machine are used.
    maxWorkers: '100%',
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 60_000,
  },
});
