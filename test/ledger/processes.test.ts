/** Several processes on one ledger, processes that are killed, and a ledger larger than memory should be. */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentText, sealed } from '../../src/incidents/incident-file.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { addIncidents, freshLedger, incident, PLAIN } from './incidents.js';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, so that it finds what is installed here. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'ragspan-ledger-'));

beforeAll(async () => {
  await build({
    entryPoints: [
      ...['append', 'read-ledger', 'write-ledger'].map((name) => ({
        in: join(root, `test/ledger/programs/${name}.ts`),
        out: name,
      })),
      { in: join(root, 'src/cli/main.ts'), out: 'ragspan' },
    ],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly ended: Promise<Ended>;
  kill(): void;
  /** Resolves once so many lines came out. */
  lines(count: number): Promise<void>;
}

function start(program: string, args: readonly string[], nodeArgs: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...nodeArgs, join(folder, `${program}.mjs`), ...args]);
  let out = '';
  let err = '';
  const waiting: { readonly count: number; readonly go: () => void }[] = [];
  child.stdout.on('data', (text) => {
    out += String(text);
    const count = out.split('\n').length - 1;
    for (const one of waiting) if (count >= one.count) one.go();
  });
  child.stderr.on('data', (text) => {
    err += String(text);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => {
      for (const one of waiting) one.go();
      resolve({ status, out, err });
    });
  });
  return {
    ended,
    kill: () => child.kill('SIGKILL'),
    lines: (count) => new Promise((go) => waiting.push({ count, go })),
  };
}

const idsIn = async (path: string): Promise<string[]> => [...(await readLedger(path, PLAIN)).state.incidents.keys()];

describe('several writers at once', () => {
  it('lose nothing and interleave nothing: 8 processes, 100 entries each', async () => {
    const { path } = freshLedger();
    const writers = Array.from({ length: 8 }, (_, index) => start('append', [path, `W${index}`, '100']));
    const ended = await Promise.all(writers.map((one) => one.ended));
    expect(ended.map(({ status, err }) => ({ status, err }))).toEqual(
      Array.from({ length: 8 }, () => ({ status: 0, err: '' })),
    );
    const { state, torn } = await readLedger(path, PLAIN);
    expect({ entries: state.entries, torn }).toEqual({ entries: 800, torn: undefined });
    const ids = [...state.incidents.keys()];
    for (let writer = 0; writer < 8; writer += 1)
      expect(ids.filter((id) => id.startsWith(`W${writer}-`))).toEqual(
        Array.from({ length: 100 }, (_, number) => `W${writer}-${number}`),
      );
    expect(existsSync(`${path}.lock`)).toBe(false);
  }, 600_000);

  it('lose nothing either when they know the ledger by different names, from before it is there', async () => {
    const { path } = freshLedger();
    const link = join(mkdtempSync(join(tmpdir(), 'ragspan-link-')), 'linked.jsonl');
    symlinkSync(relative(dirname(link), path), link);
    const ended = await Promise.all(
      [path, link, path, link].map((name, index) => start('append', [name, `W${index}`, '40']).ended),
    );
    expect(ended.map(({ status, err }) => ({ status, err }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 0, err: '' })),
    );
    expect((await readLedger(link, PLAIN)).state.entries).toBe(160);
    expect(existsSync(`${link}.lock`)).toBe(false);
  }, 600_000);

  it('let one of two enter the same incident, and tell the other that it is there', async () => {
    const { path } = freshLedger();
    const ended = await Promise.all(
      [start('append', [path, 'X', '20']), start('append', [path, 'X', '20'])].map((one) => one.ended),
    );
    const words = ended.flatMap(({ out }) =>
      out
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    );
    expect(words.filter((word) => word === 'added')).toHaveLength(20);
    expect(words.filter((word) => word === 'known')).toHaveLength(20);
    expect((await readLedger(path, PLAIN)).state.entries).toBe(20);
  });
});

describe('a reader meanwhile', () => {
  it('sees a whole ledger at every moment, and never takes an entry under way for a torn one', async () => {
    const { path } = freshLedger();
    const writers = [start('append', [path, 'A', '60']), start('append', [path, 'B', '60'])];
    let isWriting = true;
    const ended = Promise.all(writers.map((one) => one.ended)).finally(() => {
      isWriting = false;
    });
    let entries = 0;
    let looks = 0;
    while (isWriting) {
      const { state, torn } = await readLedger(path, PLAIN, { mayBeMissing: true });
      expect(torn).toBeUndefined();
      expect(state.entries).toBeGreaterThanOrEqual(entries);
      entries = state.entries;
      looks += 1;
    }
    expect((await ended).map(({ status, err }) => ({ status, err }))).toEqual([
      { status: 0, err: '' },
      { status: 0, err: '' },
    ]);
    expect(looks).toBeGreaterThan(20);
    expect((await readLedger(path, PLAIN)).state.entries).toBe(120);
  }, 600_000);
});

describe('kill -9', () => {
  it('takes nothing that was said to be done, at whatever moment it comes, and the next writer goes on', async () => {
    const { path } = freshLedger();
    const done: string[] = [];
    for (let round = 0; round < 30; round += 1) {
      const writer = start('append', [path, `R${round}`, '1000']);
      await writer.lines(1 + (round % 4));
      await new Promise((go) => setTimeout(go, (round * 7) % 23));
      writer.kill();
      const { out } = await writer.ended;
      done.push(...[...out.matchAll(/^added (\S+)$/gm)].map((match) => match[1] ?? ''));
      const ids = new Set(await idsIn(path));
      expect(done.filter((id) => !ids.has(id))).toEqual([]);
      // At most the entry that was under way is there beside them.
      expect(ids.size - done.length).toBeLessThanOrEqual(round + 1);
    }
    expect(done.length).toBeGreaterThan(30);
    const last = await start('append', [path, 'LAST', '1']).ended;
    expect(last).toEqual({ status: 0, out: 'added LAST-0\n', err: '' });
  }, 600_000);

  it('in the middle of the write itself leaves a torn line: told, kept, and never in the way', async () => {
    const ledger = freshLedger();
    await addIncidents(ledger, [incident('A')]);
    const kept: string[] = [];
    const before = statSync(ledger.path).size;
    for (let round = 0; round < 10; round += 1) {
      const { status, out } = await start('append', [ledger.path, `R${round}`, '1']).ended;
      expect({ status, out }).toEqual({ status: 0, out: `added R${round}-0\n` });
      // What the disk holds when the machine goes down before the flush: a part of the line.
      const whole = readFileSync(ledger.path, 'utf8').slice(before);
      const part = whole.slice(0, 1 + round * 97);
      truncateSync(ledger.path, before + Buffer.byteLength(part));
      kept.push(part);
      expect((await readLedger(ledger.path, PLAIN)).torn?.bytes.toString()).toBe(part);
    }
    await addIncidents(ledger, [incident('B')]);
    expect(await idsIn(ledger.path)).toEqual(['A', 'B']);
    expect(readFileSync(`${ledger.path}.torn`, 'utf8')).toBe(kept.map((part) => `${part}\n`).join(''));
  });
});

describe('a disk that is full', () => {
  it('takes all of an entry or nothing of it, and what is there stays', async () => {
    const ledger = freshLedger();
    await addIncidents(ledger, [incident('A'), incident('B')]);
    const before = readFileSync(ledger.path);
    // Room for a part of the next entry: the limit of a file is counted in kilobytes.
    const limit = Math.ceil(before.length / 1024);
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, join(folder, 'append.mjs'), ledger.path, 'C', '1'],
      { encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain('nothing was recorded');
    expect(readFileSync(ledger.path)).toEqual(before);
    expect(existsSync(`${ledger.path}.lock`)).toBe(false);
    expect(await start('append', [ledger.path, 'C', '1']).ended).toMatchObject({ status: 0, out: 'added C-0\n' });
  });
});

describe('many incidents with long texts', () => {
  it('are entered in memory that does not grow with them', async () => {
    const { path } = freshLedger();
    const long = 'x'.repeat(4_000_000);
    const files = Array.from({ length: 20 }, (_, index) => {
      const { triple, ...one } = incident(`INC-${index}`);
      const input = { sha256: 'a'.repeat(64), bytes: long.length, text: long };
      const file = `${path}.${index}.json`;
      writeFileSync(file, incidentText(sealed({ ...one, triple: { trace_id: '', ...triple, input } }, PLAIN), PLAIN));
      return file;
    });
    const { status, err } = await start(
      'ragspan',
      ['ledger', 'add', '--ledger', path, ...files],
      ['--max-old-space-size=48'],
    ).ended;
    for (const file of files) rmSync(file);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect((await readLedger(path, PLAIN)).state.entries).toBe(20);
  }, 600_000);
});

describe('a ledger of 200 MB', () => {
  it('is read line by line, in memory that does not grow with it', async () => {
    const { path } = freshLedger();
    const { out: written } = await start('write-ledger', [path, '200000000', '20000']).ended;
    expect(statSync(path).size).toBeGreaterThan(200_000_000);
    const { status, out, err } = await start('read-ledger', [path], ['--max-old-space-size=96']).ended;
    rmSync(path);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const read = JSON.parse(out) as { entries: number; incidents: number; maxRssMb: number };
    expect(read.entries).toBe(Number(written));
    expect(read.maxRssMb).toBeLessThan(220);
  }, 600_000);
});
