/** On the 3.x line: what touches the SDK; what is pure was shown on the other. */
import { defineConfig } from 'vitest/config';

const folders = ['claims', 'config', 'emit', 'init', 'instrumentation', 'integration', 'processor'];

export default defineConfig({
  test: {
    include: [
      ...folders.map((folder) => `test/${folder}/**/*.test.ts`),
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
