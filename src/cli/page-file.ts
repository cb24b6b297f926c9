/**
 * Writes a page where `--out` names it. Only an earlier page gives way: evidence is the only copy
 * there is of a run, and one slip (`html INC.json --out INC.json`) must not cost it.
 */
import { open, stat } from 'node:fs/promises';
import { fileError, IncidentError } from '../incidents/incident-error.js';
import { replaceFile } from '../incidents/files/write-file.js';

const HEAD_BYTES = 512;
const PAGE = /^\uFEFF?\s*(?:<!doctype html|<html\b)/iu;
const BLANK = /^\uFEFF?\s*$/u;

/** Throws an IncidentError where something other than a page, or than an empty file, stands there already. */
export async function writePageFile(path: string, page: string): Promise<void> {
  if (!(await mayGiveWay(path)))
    throw new IncidentError(
      `--out ${path}: is there already and is no HTML page; it was left as it is`,
      'Name another file, or remove it first.',
    );
  await replaceFile(path, page);
}

async function mayGiveWay(path: string): Promise<boolean> {
  try {
    // Before it is opened: to open a pipe waits for whoever writes to it.
    const { size, isFile } = await kindOf(path);
    if (!isFile) throw new IncidentError(`--out ${path}: is no file`, 'Leave --out away for standard output.');
    const head = await headOf(path);
    // Behind blanks that fill the head anything may follow.
    return PAGE.test(head) || (size <= HEAD_BYTES && BLANK.test(head));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error instanceof IncidentError ? error : fileError(error, path);
  }
}

async function kindOf(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
