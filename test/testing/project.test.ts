/** Vitest itself, on a small project as docs/golden-cases.md shows it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = 'test/testing/project';

function vitest(...args: readonly string[]): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((done) => {
    const argv = [resolve('node_modules/vitest/vitest.mjs'), 'run', ...args];
    const env = { PATH: process.env['PATH'], NO_COLOR: '1', CI: '1' };
    execFile(process.execPath, argv, { cwd: PROJECT, env }, (error, stdout, stderr) => {
      done({ status: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe('a project whose suite holds golden cases', () => {
  it('passes where they hold', async () => {
    const { status, output } = await vitest('golden');
    expect(output).toMatch(/Tests {2}2 passed \(2\)/);
    expect(status).toBe(0);
  });

  it('fails where one does not, and the failure is the report of the run', async () => {
    const { status, output } = await vitest('failing');
    expect(status).toBe(1);
    expect(output).toContain('expected the run to hold: it is H1 (not_retrieved): absent from 2 retrieved, k=2');
    expect(output).toContain('Retrieval lost the evidence: it was never handed on.');
    expect(output).toContain('needed      “refund PENDING, no reference issued”');
    expect(output).toContain('answer      “Your refund was processed.”');
  });

  it.each(['answer.ts', 'golden.spec.ts', 'ragspan.cases.yaml', 'vitest.d.ts'])(
    'is what the guide shows: %s',
    (name) => {
      expect(readFileSync('docs/golden-cases.md', 'utf8')).toContain(readFileSync(`${PROJECT}/${name}`, 'utf8'));
    },
  );
});
