import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaseFileWatch, watchCaseFile } from '../../src/cases/index.js';

const file = (...ids: string[]): string =>
  `version: 1\ncases:\n${ids.map((id) => `  - id: ${id}\n    need: { line: x }\n`).join('')}`;

describe('the case file in force', () => {
  let folder: string;
  let path: string;
  let lines: string[];
  let reloads: number;
  let watch: CaseFileWatch | undefined;
  let ticks: (() => void)[];
  let stopped: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ragspan-cases-'));
    path = join(folder, 'ragspan.cases.yaml');
    lines = [];
    reloads = 0;
    ticks = [];
    stopped = 0;
  });

  afterEach(() => {
    watch?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function open(): CaseFileWatch {
    watch = watchCaseFile(path, {
      onProblem: (line) => lines.push(line),
      onReload: () => reloads++,
      schedule: (tick) => {
        ticks.push(tick);
        return () => stopped++;
      },
    });
    return watch;
  }

  const ids = (): string[] | undefined => watch?.book?.cases.map(({ id }) => id);

  /** A write within the clock's grain has the same times: editors do not, tests do. */
  function write(text: string, at = path): void {
    writeFileSync(at, text);
    const later = Date.now() / 1000 + ++written;
    utimesSync(at, later, later);
  }
  let written = 0;

  it('is there at once', () => {
    write(file('a'));
    open();
    expect(ids()).toEqual(['a']);
    expect([lines, reloads, ticks.length]).toEqual([[], 0, 1]);
  });

  it('follows a file that is written in place', async () => {
    write(file('a'));
    open();
    await watch?.check();
    expect(reloads).toBe(0);
    write(file('a', 'b'));
    await watch?.check();
    expect(ids()).toEqual(['a', 'b']);
    expect(reloads).toBe(1);
  });

  it('follows an editor that renames a new file over it', async () => {
    write(file('a'));
    open();
    const other = join(folder, '.swp');
    write(file('b'), other);
    renameSync(other, path);
    await watch?.check();
    expect(ids()).toEqual(['b']);
  });

  it('follows a ConfigMap, whose link is swapped', async () => {
    for (const [version, id] of [
      ['..v1', 'a'],
      ['..v2', 'b'],
    ] as const) {
      mkdirSync(join(folder, version));
      writeFileSync(join(folder, version, 'cases.yaml'), file(id));
    }
    symlinkSync('..v1', join(folder, '..data'));
    symlinkSync(join('..data', 'cases.yaml'), path);
    open();
    expect(ids()).toEqual(['a']);
    symlinkSync('..v2', join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    await watch?.check();
    expect(ids()).toEqual(['b']);
  });

  it('stays the last good one while a bad one lies there, which is told with line and key, once', async () => {
    write(file('a'));
    open();
    write('version: 1\ncases:\n  - id: B\n    need: {}\n');
    await watch?.check();
    await watch?.check();
    expect(ids()).toEqual(['a']);
    expect(lines).toEqual([
      `case file ${path}: 2 problems; the last good one stays in force`,
      `${path}:3:9: cases[0].id: "B" is no case id; use 1 to 64 of a-z 0-9 . _ -`,
      `${path}:4:5: cases[0].need: needs nothing; add line, chunk or id`,
    ]);
    write(file('c'));
    await watch?.check();
    expect(ids()).toEqual(['c']);
    expect([lines.length, reloads]).toEqual([3, 1]);
  });

  it('is none while there was no good one, and comes when there is', async () => {
    open();
    expect([ids(), lines]).toEqual([
      undefined,
      [`case file ${path}: there is no such file, or it may not be read; no cases are in force`],
    ]);
    await watch?.check();
    write('');
    await watch?.check();
    expect(lines.slice(1)).toEqual([
      `case file ${path}: one problem; no cases are in force`,
      `${path}:1:1: the file is empty; write at least \`version: 1\``,
    ]);
    write(file('a'));
    await watch?.check();
    expect([ids(), reloads]).toEqual([['a'], 1]);
  });

  it('stays in force when the file is gone, which is told when it is gone at two looks', async () => {
    write(file('a'));
    open();
    unlinkSync(path);
    await watch?.check();
    expect(lines).toEqual([]);
    await watch?.check();
    await watch?.check();
    expect(ids()).toEqual(['a']);
    expect(lines).toEqual([
      `case file ${path}: there is no such file, or it may not be read; the last good one stays in force`,
    ]);
    write(file('b'));
    await watch?.check();
    expect(ids()).toEqual(['b']);
  });

  it('is not read again when only its time changes', async () => {
    write(file('a'));
    const before = open().book;
    write(file('a'));
    await watch?.check();
    expect([watch?.book === before, reloads]).toEqual([true, 0]);
  });

  it('is UTF-8 and a regular file', async () => {
    mkdirSync(path);
    open();
    rmSync(path, { recursive: true });
    writeFileSync(path, Buffer.from([0x61, 0x3a, 0xff]));
    await watch?.check();
    expect(lines).toEqual([
      expect.stringContaining('it is no regular file'),
      expect.stringContaining('it is no UTF-8 text'),
    ]);
  });

  it('says at most twenty lines of one file', () => {
    write(`version: 1\ncases: [${'x, '.repeat(90)}]`);
    open();
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe(`case file ${path}: and 70 more problems`);
  });

  it('lets no callback throw', async () => {
    watch = watchCaseFile(path, {
      onProblem: () => {
        throw new Error('of the application');
      },
      onReload: () => {
        throw new Error('of the application');
      },
      schedule: () => () => undefined,
    });
    write(file('a'));
    await watch.check();
    expect(ids()).toEqual(['a']);
  });

  it('is left alone once closed', async () => {
    write(file('a'));
    open();
    const looking = (write(file('b')), watch?.check());
    watch?.close();
    await looking;
    await watch?.check();
    expect([ids(), stopped, reloads]).toEqual([['a'], 1, 0]);
  });

  it('keeps no process alive', () => {
    write(file('a'));
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    watch = watchCaseFile(path, { onProblem: (line) => lines.push(line) });
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before);
    watch.close();
  });
});
