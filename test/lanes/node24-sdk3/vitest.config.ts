/** On the 3.x line: what touches the SDK; what is pure was shown on the other. */
import { defineConfig } from 'vitest/config';

const folders = ['config', 'emit', 'init', 'instrumentation', 'integration', 'processor'];

export default defineConfig({
  test: {
    include: [...folders.map((folder) => `test/${folder}/**/*.test.ts`), 'test/trials/run-app.test.ts'],
    testTimeout: 60_000,
  },
});
