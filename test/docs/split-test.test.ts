/** docs/split-test.md, run as a reader would: every command in its order, in a copy of the example. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRepairs } from '../../src/trials/repairs/read-repairs.js';
import { buildCommand, type BuiltCommand } from '../support/trial-process.js';
import { run } from '../cli/support.js';

const page = readFileSync('docs/split-test.md', 'utf8');
const of = (kind: string): string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].filter(([, one]) => one === kind).map(([, , body = '']) => body);

let built: BuiltCommand;
beforeAll(async () => {
  built = await buildCommand();
  cpSync('examples/refunds', built.folder, { recursive: true });
  // What `npx ragspan` starts in an application that has it installed.
  const npx = join(built.folder, 'npx');
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1" = ragspan ] && shift && exec '${process.execPath}' '${built.cli}' "$@"\nexit 127\n`,
  );
  chmodSync(npx, 0o755);
});
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

describe('docs/split-test.md', () => {
  it('says what its commands print', { timeout: 300_000 }, () => {
    const { RAGSPAN_HASH_KEY: _key, ...rest } = process.env;
    let printed = '';
    const statuses = of('sh')
      .flatMap((body) => body.trim().split('\n'))
      .map((line) => {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
          cwd: built.folder,
          encoding: 'utf8',
          env: { ...rest, PATH: `${built.folder}${delimiter}${rest['PATH'] ?? ''}`, COLUMNS: '100' },
        });
        printed += stdout + stderr;
        return status;
      });
    // The fourth is the one with a budget.
    expect({ statuses, printed }).toEqual({ statuses: [0, 0, 0, 3, 0, 0, 0], printed });
    for (const body of of('text')) expect(printed).toContain(body.trimEnd());
  });

  it('shows repairs that are such', () => {
    for (const body of of('yaml')) expect(readRepairs(body, 'page')).toHaveProperty('repairs');
  });

  it('names every option, and no other', async () => {
    const { out } = await run(['split-test', '--help']);
    const named = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/gu))].sort();
    const others = ['--app', '--incidents', '--repairs', '--out', '--incident-id', '--with-text', '--from'];
    expect(named(page).filter((flag) => !named(out).includes(flag) && !others.includes(flag))).toEqual([]);
    expect(named(out).filter((flag) => !page.includes(flag))).toEqual([]);
  });
});
