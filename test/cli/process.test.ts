/** The command as a process of its own: what it does when the other end of a pipe, or the disk, is gone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { file, vector } from './support.js';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, so that it finds what is installed here. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'ragspan-command-'));
const command = join(folder, 'cli.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: command,
    logLevel: 'error',
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** `line` is for a shell; `ragspan` in it is the command, `$status` its exit status. */
function shell(line: string): Ended {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', `ragspan() { "$NODE" "$COMMAND" "$@"; }\n${line}`],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE: process.execPath, COMMAND: command },
    },
  );
  return { status, out: stdout, err: stderr };
}

const JUDGE = `ragspan attribute --cases ${vector('canonical-b', 'cases.yaml')}`;
/** One run, then many more, each of which is an H1 or H2. */
const many = Array.from({ length: 40 }, () => `${vector('canonical-a')} ${vector('canonical-b')}`).join(' ');

describe('the ragspan process', () => {
  it('ends quietly when its reader has seen enough', () => {
    const { status, out, err } = shell(`${JUDGE} ${many} | head -1; echo "status \${PIPESTATUS[0]}"`);
    expect({ status, err, last: out.split('\n').at(-2) }).toEqual({ status: 0, err: '', last: 'status 0' });
  });

  it('still finds out what --fail-on asks when its reader has gone', () => {
    const { out, err } = shell(`${JUDGE} --fail-on H2 ${many} | head -c 1 >/dev/null; echo "status \${PIPESTATUS[0]}"`);
    expect({ out, err }).toEqual({ out: 'status 1\n', err: '' });
  });

  it('says in one line that its output cannot be written, and does not call that a verdict', () => {
    const { status, err } = shell(`${JUDGE} --fail-on H2 ${vector('canonical-b')} 1<package.json`);
    expect({ status, lines: err.split('\n').length }).toEqual({ status: 2, lines: 2 });
    expect(err).toContain('ragspan: standard output cannot be written: ');
  });

  it('keeps its exit status when nobody can be told why', () => {
    expect(shell('ragspan attribute no/such/file 2<package.json').status).toBe(2);
    expect(shell('ragspan attribute no/such/file 2>&-').status).toBe(2);
  });

  it('takes a closed standard input, and one that is a directory, for an empty file', () => {
    for (const end of ['<&-', '< .', '< /dev/null']) {
      const { status, err } = shell(`ragspan attribute - ${end}`);
      expect({ status, err: err.split('\n')[0] }).toEqual({
        status: 2,
        err: 'ragspan: standard input, byte 0: the file is empty: export the trace again',
      });
    }
  });

  it('reads case file and trace from pipes', () => {
    const { status, out } = shell(
      `ragspan attribute --format json --cases <(cat ${vector('canonical-b', 'cases.yaml')}) <(gzip -c ${vector('canonical-b')})`,
    );
    expect({ status, verdict: /"verdict": "(\w+)"/u.exec(out)?.[1] }).toEqual({ status: 0, verdict: 'H2' });
  });

  it('ends on SIGTERM as any process does', () => {
    const pipe = file('never-written', '');
    const { out } = shell(
      `rm -f ${pipe}; mkfifo ${pipe}; sleep 20 > ${pipe} & S=$!; "$NODE" "$COMMAND" attribute ${pipe} & P=$!; sleep 1; kill -TERM $P; wait $P; echo "status $?"; kill $S; rm -f ${pipe}`,
    );
    expect(out).toBe('status 143\n');
  });
});
