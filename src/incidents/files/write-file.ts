/**
 * Files that are whole or not there at all: written beside their place, flushed to the disk, then
 * put in place in one step. A process killed at any moment leaves at most a `.tmp` file behind.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileError, IncidentError } from '../incident-error.js';

/** Other users of the machine need not read evidence. */
const MODE = 0o600;

/**
 * Puts a new file at `path`, its folder made when it is missing; never overwrites. Throws an
 * IncidentError when there is one already, or when it cannot be written.
 */
export async function createFile(path: string, text: string): Promise<void> {
  const temporary = await writeBeside(path, text);
  try {
    await putNew(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new IncidentError(`${path}: is there already, and is not overwritten`, 'Give another id or folder.');
    throw fileError(error, path);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await flushFolder(dirname(path));
}

/** What file systems without hard links (exFAT, some network and container ones) say of one. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A link fails where a file is, in one step; a rename would replace it. */
async function putNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
    return;
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
  }
  // Then the name is taken first, by an empty file that only one can make, and the whole one put over it.
  await (await open(path, 'wx', MODE)).close();
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/**
 * Replaces the file at `path`, or makes it: a reader sees the old or the new, never a part. Of a
 * symbolic link the file it points to is replaced. Throws an IncidentError.
 */
export async function replaceFile(name: string, text: string): Promise<void> {
  const path = await realpath(name).catch(() => name);
  const temporary = await writeBeside(path, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw fileError(error, path);
  }
  await flushFolder(dirname(path));
}

async function writeBeside(path: string, text: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx', MODE);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw fileError(error, path);
  }
  return temporary;
}

/** So that the name itself outlives a power cut; some systems cannot, and nothing is lost by that. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
