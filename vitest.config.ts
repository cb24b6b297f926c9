import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/lanes/**', 'test/package/**', 'test/stack/**'],
    testTimeout: 60_000,
  },
});
