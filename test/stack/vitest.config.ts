/** Tests of the whole: built programs on loopback, started and ended by the tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/stack/**/*.test.ts'],
    // Debian's installer must not see a folder for temporary files that is ours alone: it comes first.
    globalSetup: ['test/stack/programs.ts', 'test/support/temporary-folder.ts'],
    setupFiles: ['test/stack/end-programs.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Two stacks at once on two cores would measure each other.
    fileParallelism: false,
  },
});
