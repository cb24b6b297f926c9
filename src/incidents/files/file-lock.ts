/**
 * One writer at a time, over processes.
 *
 * How it works: the lock of `FILE` is `FILE.lock`, made in one step and naming the process that
 * holds it; through a symbolic link it is the lock of the file behind it. A lock whose process is
 * gone (kill -9) is taken over, also when its number was given to another one since (the first
 * process of a container is always 1), where the system says when a process began: whoever wants to
 * must first make `FILE.lock.takeover`, so that of two only one removes the dead lock, and none a
 * live one.
 * Containers may share a host name (those of one pod do) and a volume, and not see each other's
 * processes. Between them the age of the lock tells: its holder renews it every two seconds.
 */
import { randomBytes } from 'node:crypto';
import { open, readFile, readlink, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError, IncidentError } from '../incident-error.js';
import { realPath } from './real-path.js';

export interface LockOptions {
  /** Milliseconds to wait for another writer (default 30,000). */
  readonly waitMillis?: number;
}

const WAIT_MILLIS = 30_000;
const LONGEST_PAUSE_MILLIS = 50;
/** Naming the holder and removing a dead lock take microseconds: what is older was left by a process killed meanwhile. */
const STALE_MILLIS = 5_000;
const RENEW_MILLIS = 2_000;
/** Ten renewals missed: the holder is gone, not merely slow. */
const ABANDONED_MILLIS = 20_000;

/** Runs `work` while no other process does with the same `path`. Throws an IncidentError when the wait is over. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const lock = `${await realPath(path)}.lock`;
  const mark = JSON.stringify({
    pid: process.pid,
    began: await beginOf(process.pid),
    host: hostname(),
    processes: await processSpace(),
    nonce: randomBytes(8).toString('hex'),
  });
  await acquire(lock, mark, options.waitMillis ?? WAIT_MILLIS);
  const renewal = setInterval(() => void renew(lock, mark), RENEW_MILLIS);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    // Only what is still ours: a lock that was taken over belongs to another.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mark) await unlink(lock).catch(() => undefined);
  }
}

async function acquire(lock: string, mark: string, waitMillis: number): Promise<void> {
  const until = performance.now() + waitMillis;
  for (let tries = 0; ; tries += 1) {
    if (await createWith(lock, mark)) return;
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder !== undefined && (await isDead(lock, holder)) && (await removeDead(lock, holder))) continue;
    if (performance.now() >= until)
      throw new IncidentError(
        `${lock}: another process (${holderName(holder)}) has held the file for more than ${waitMillis} ms`,
        'Wait for it; if no such process runs any more, remove the lock file.',
      );
    // Not in step with the others that wait.
    await sleep(1 + Math.random() * Math.min(LONGEST_PAUSE_MILLIS, 2 ** Math.min(tries, 6)));
  }
}

/** Only what is still ours: see `withFileLock`. */
async function renew(lock: string, mark: string): Promise<void> {
  if ((await readFile(lock, 'utf8').catch(() => '')) !== mark) return;
  const now = new Date();
  await utimes(lock, now, now).catch(() => undefined);
}

/** The mark is written after the file is there: an empty lock is one that is just being made. */
async function createWith(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // The lock is ours to speak of, the folder is the user's.
    if (code === 'ENOENT')
      throw new IncidentError(`${dirname(path)}: there is no such folder`, 'Make the folder, or give another path.');
    throw fileError(error, path);
  }
}

/** When a process began, in ticks since the machine did; undefined where the system does not say (Linux does). */
async function beginOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, which may hold anything, ends with the last bracket; the 22nd field is the 20th behind it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}

/** Which processes this one sees (the pid namespace); undefined where the system does not say (Linux does). */
async function processSpace(): Promise<string | undefined> {
  return readlink('/proc/self/ns/pid').catch(() => undefined);
}

interface Holder {
  readonly pid?: unknown;
  readonly processes?: unknown;
  readonly began?: unknown;
  readonly host?: unknown;
}

function holderOf(mark: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(mark);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

async function isOld(path: string, millis = STALE_MILLIS): Promise<boolean> {
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > millis;
}

/** Of another machine nothing can be told: that lock is waited for. */
async function isDead(lock: string, mark: string): Promise<boolean> {
  if (mark === '') return isOld(lock);
  const holder = holderOf(mark);
  if (holder === undefined || typeof holder.pid !== 'number' || holder.host !== hostname()) return false;
  if (holder.processes !== (await processSpace())) return isOld(lock, ABANDONED_MILLIS);
  try {
    process.kill(holder.pid, 0);
    const began = await beginOf(holder.pid);
    return typeof holder.began === 'string' && began !== undefined && holder.began !== began;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function removeDead(lock: string, mark: string): Promise<boolean> {
  const takeover = `${lock}.takeover`;
  if (!(await createWith(takeover, ''))) {
    if (await isOld(takeover)) await unlink(takeover).catch(() => undefined);
    return false;
  }
  try {
    // While the takeover is ours nobody else removes a lock, so what is read here is what is removed.
    if ((await readFile(lock, 'utf8').catch(() => undefined)) === mark) await unlink(lock).catch(() => undefined);
    return true;
  } finally {
    await unlink(takeover).catch(() => undefined);
  }
}

function holderName(mark: string | undefined): string {
  const holder = mark === undefined ? undefined : holderOf(mark);
  return typeof holder?.pid === 'number' ? `process ${holder.pid} on ${String(holder.host)}` : 'unknown';
}
