/** The tests that touch the SDK; what is pure was shown on the other line. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['config', 'emit', 'init', 'instrumentation', 'integration', 'processor'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    testTimeout: 60_000,
  },
});
