import { expect, it } from 'vitest';

it('an edge runtime is told at import, in one line, that it is not supported (B10)', async () => {
  await expect(import('../../src/unsupported-runtime.js')).rejects.toThrow(/^ragspan: runtime not supported; .*$/);
});
