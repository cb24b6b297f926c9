/**
 * Writes a page where `--out` names it. Only an earlier page gives way: evidence is the only copy
 * there is of a run, and one slip (`html INC.json --out INC.json`) must not cost it.
 */
import { open } from 'node:fs/promises';
import { fileError, IncidentError } from '../incidents/incident-error.js';
import { replaceFile } from '../incidents/files/write-file.js';

const HEAD_BYTES = 512;
const PAGE = /^\uFEFF?\s*(?:<!doctype html|<html\b|$)/iu;

/** Throws an IncidentError where something other than a page, or than an empty file, stands there already. */
export async function writePageFile(path: string, page: string): Promise<void> {
  const head = await headOf(path);
  if (head !== undefined && !PAGE.test(head))
    throw new IncidentError(
      `--out ${path}: is there already and is no HTML page; it was left as it is`,
      'Name another file, or remove it first.',
    );
  await replaceFile(path, page);
}

/** Undefined: there is no such file. */
async function headOf(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError(error, path);
  });
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile())
      throw new IncidentError(`--out ${path}: is no file`, 'Leave --out away for standard output.');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    throw error instanceof IncidentError ? error : fileError(error, path);
  } finally {
    await file.close();
  }
}
