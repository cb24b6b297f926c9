/** On Node 20: what touches the SDK, the case file, and every vector. */
import { defineConfig } from 'vitest/config';

const folders = [
  'cases',
  'claims',
  'config',
  'emit',
  'init',
  'instrumentation',
  'integration',
  'model',
  'processor',
  'storage',
];

export default defineConfig({
  test: {
    include: [
      ...folders.map((folder) => `test/${folder}/**/*.test.ts`),
      'test/conformance/vectors.test.ts',
      'test/testing/ragspan-test.test.ts',
      'test/trials/run-app.test.ts',
    ],
    // Looks at an example that a lane has no copy of.
    exclude: ['test/claims/page.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 60_000,
  },
});
