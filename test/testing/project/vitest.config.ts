import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      'ragspan/vitest': source('testing/index.ts'),
      'ragspan/instrumentation': source('instrumentation/index.ts'),
    },
  },
  test: { include: ['*.spec.ts'], testTimeout: 60_000 },
});
