/**
 * Files that are whole or not there at all: written beside their place, flushed to the disk, then
 * put in place in one step. A process killed at any moment leaves at most a `.tmp` file behind.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
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
    // A link fails where a file is, in one step; a rename would replace it.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new IncidentError(`${path}: is there already, and is not overwritten`, 'Give another id or folder.');
    throw fileError(error, path);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await flushFolder(dirname(path));
}

/** Replaces the file at `path`, or makes it: a reader sees the old or the new, never a part. Throws an IncidentError. */
export async function replaceFile(path: string, text: string): Promise<void> {
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
