/** Pages in a real browser: Chromium, headless, on loopback. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Debian's installer must not see a folder for temporary files that is ours alone: it comes first.
    globalSetup: ['test/browser/chromium.ts', 'test/support/temporary-folder.ts'],
    // A browser on a machine that is busy with other suites is slow.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
