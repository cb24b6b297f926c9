/** File systems as they come: links, none of them, locks whose holder is gone. */
import * as fs from 'node:fs/promises';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withFileLock } from '../../src/incidents/files/file-lock.js';
import { createFile, replaceFile } from '../../src/incidents/files/write-file.js';
import { createIncident, readIncident, updateIncident } from '../../src/incidents/incident-file.js';
import { canonical, HASH } from './support.js';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, link: vi.fn(real.link), rename: vi.fn(real.rename) };
});
afterEach(() => {
  vi.mocked(fs.link).mockReset();
  vi.mocked(fs.rename).mockReset();
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'ragspan-disks-'));
const failing = (code: string) => async (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

describe('without hard links', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('(%s) a new file is whole, and never overwrites', async (code) => {
    vi.mocked(fs.link).mockImplementation(failing(code));
    const { rename } = await vi.importActual<typeof fs>('node:fs/promises');
    vi.mocked(fs.rename).mockImplementation(rename);
    const dir = folder();
    await createFile(join(dir, 'a.json'), 'first');
    await expect(createFile(join(dir, 'a.json'), 'second')).rejects.toThrow(/is there already/u);
    expect(readFileSync(join(dir, 'a.json'), 'utf8')).toBe('first');
    expect(readdirSync(dir)).toEqual(['a.json']);
  });

  it('leaves nothing when the whole file cannot be put there', async () => {
    vi.mocked(fs.link).mockImplementation(failing('EPERM'));
    vi.mocked(fs.rename).mockImplementation(failing('ENOSPC'));
    const dir = folder();
    await expect(createFile(join(dir, 'a.json'), 'first')).rejects.toThrow(/no space is left/u);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('says so when a link fails for another reason', async () => {
    vi.mocked(fs.link).mockImplementation(failing('EROFS'));
    const dir = folder();
    await expect(createFile(join(dir, 'a.json'), 'first')).rejects.toThrow(/read-only/u);
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('replacing', () => {
  it('leaves the old file when the new one cannot be put there', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'a.json'), 'old');
    vi.mocked(fs.rename).mockImplementation(failing('EDQUOT'));
    await expect(replaceFile(join(dir, 'a.json'), 'new')).rejects.toThrow(/no space is left/u);
    expect(readFileSync(join(dir, 'a.json'), 'utf8')).toBe('old');
    expect(readdirSync(dir)).toEqual(['a.json']);
  });

  it('through a symbolic link changes the file it points to, under one lock', async () => {
    const real = await vi.importActual<typeof fs>('node:fs/promises');
    vi.mocked(fs.link).mockImplementation(real.link);
    vi.mocked(fs.rename).mockImplementation(real.rename);
    const path = await createIncident(folder(), await canonical('a'), HASH);
    const name = join(folder(), 'linked.json');
    symlinkSync(path, name);
    await Promise.all(
      [name, path, name, path].map(async (one, index) =>
        updateIncident(one, HASH, (before) => ({ ...before, notes: [...(before.notes ?? []), String(index)] })),
      ),
    );
    expect(lstatSync(name).isSymbolicLink()).toBe(true);
    expect((await readIncident(path, HASH)).notes?.toSorted()).toEqual(['0', '1', '2', '3']);
  });
});

describe('a lock', () => {
  /** What a process is numbered in, where the system says. */
  const processes = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : undefined;
  const mark = (holder: object): string => JSON.stringify({ host: hostname(), processes, nonce: 'x', ...holder });
  const age = (path: string, seconds: number): void => {
    const then = Date.now() / 1000 - seconds;
    utimesSync(path, then, then);
  };

  it.skipIf(process.platform !== 'linux')('of a process whose number another one has now is taken over', async () => {
    const path = join(folder(), 'ledger.jsonl');
    // The first process of a container is always number 1.
    writeFileSync(`${path}.lock`, mark({ pid: process.pid, began: '1' }));
    expect(await withFileLock(path, async () => Promise.resolve('done'), { waitMillis: 2_000 })).toBe('done');
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.each([
    ['this process, which runs', { pid: process.pid }],
    ['another machine', { pid: 2 ** 30, host: 'elsewhere' }],
    ['another container of this host name, whose processes are not seen', { pid: 2 ** 30, processes: 'pid:[1]' }],
  ])('of %s is waited for, and named', async (_name, holder) => {
    const path = join(folder(), 'ledger.jsonl');
    writeFileSync(`${path}.lock`, mark(holder));
    await expect(withFileLock(path, async () => Promise.resolve(), { waitMillis: 50 })).rejects.toThrow(
      new RegExp(`process ${holder.pid} on .* has held the file for more than 50 ms`, 'u'),
    );
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(mark(holder));
  });

  it('of another container is taken over when nobody has renewed it for long', async () => {
    const path = join(folder(), 'ledger.jsonl');
    writeFileSync(`${path}.lock`, mark({ pid: process.pid, processes: 'pid:[1]' }));
    age(`${path}.lock`, 60);
    expect(await withFileLock(path, async () => Promise.resolve('done'), { waitMillis: 2_000 })).toBe('done');
  });

  it('is renewed while it is held, and so known to be alive', async () => {
    const path = join(folder(), 'ledger.jsonl');
    await withFileLock(path, async () => {
      age(`${path}.lock`, 60);
      await vi.waitFor(() => expect(Date.now() - statSync(`${path}.lock`).mtimeMs).toBeLessThan(20_000), 10_000);
    });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('of a process that ended is taken over', async () => {
    const path = join(folder(), 'ledger.jsonl');
    writeFileSync(`${path}.lock`, mark({ pid: 2 ** 30 }));
    expect(await withFileLock(path, async () => Promise.resolve('done'), { waitMillis: 2_000 })).toBe('done');
  });
});
