/** Everything but the demo and the tests of the repository's own tools runs on Node 20 too. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/demo/**', 'test/house/**', 'test/package/**', 'test/lanes/**'],
    testTimeout: 60_000,
  },
});
