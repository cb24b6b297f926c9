/** Tests of the package as it is published: packed, installed into empty projects, and used there. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/package/pack.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // Installs share npm's cache and the network: two at once are not faster, and hide which one failed.
    fileParallelism: false,
  },
});
