/** A file of our own that nobody else can read and that goes with the process. */
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceError } from '../read/source-error.js';

export function openTemporary(): number {
  return said(() => {
    const folder = mkdtempSync(join(tmpdir(), 'ragspan-'));
    const file = openSync(join(folder, 'spans'), 'wx+', 0o600);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps an open file: it goes when the process has ended and the folder is cleaned up.
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    }
    return file;
  });
}

export function writeWhole(file: number, bytes: Buffer, position: number): void {
  said(() => {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, position + at);
  });
}

/** A full disk is the user's to mend: it is said in words. */
function said<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError(
      `more is to be held than fits in memory, and the temporary file in ${tmpdir()} cannot be written (${reason}): free space there, or set TMPDIR`,
    );
  }
}

export function readWhole(file: number, into: Buffer, at: number, position: number): void {
  let done = at;
  while (done < into.length) {
    const read = readSync(file, into, done, into.length - done, position + done - at);
    if (read === 0) throw new Error('the temporary file is shorter than what was written to it');
    done += read;
  }
}
