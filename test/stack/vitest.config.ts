/** Tests of the whole: built programs on loopback, started and ended by the tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/stack/**/*.test.ts'],
    globalSetup: ['test/stack/programs.ts'],
    setupFiles: ['test/stack/end-programs.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Two stacks at once on two cores would measure each other.
    fileParallelism: false,
  },
});
