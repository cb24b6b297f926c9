/** The bytes of a case file, read within bounds; what is wrong is said, never thrown. */
import { type BigIntStats, promises, readFileSync, statSync } from 'node:fs';

const MAX_FILE_BYTES = 16 * 1024 * 1024;

export interface FileState {
  /** Changes whenever the file, or the one a symbolic link leads to, does. */
  readonly signature: string;
  readonly isReadable: boolean;
}

export function fileState(path: string): FileState | undefined {
  try {
    return stateOf(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

export async function fileStateLater(path: string): Promise<FileState | undefined> {
  try {
    return stateOf(await promises.stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Links are followed: a swapped ConfigMap is another inode, an edit another time or size. */
function stateOf(found: BigIntStats): FileState {
  return {
    signature: [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':'),
    isReadable: found.isFile() && found.size <= MAX_FILE_BYTES,
  };
}

export type FileText = { readonly text: string } | { readonly problem: string };

export function readText(path: string, state: FileState | undefined): FileText {
  if (state?.isReadable !== true) return unreadable(state);
  try {
    return decode(readFileSync(path));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

export async function readTextLater(path: string, state: FileState | undefined): Promise<FileText> {
  if (state?.isReadable !== true) return unreadable(state);
  try {
    return decode(await promises.readFile(path));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function unreadable(state: FileState | undefined): FileText {
  if (state === undefined) return { problem: 'there is no such file, or it may not be read' };
  return { problem: `it is no regular file of at most ${MAX_FILE_BYTES} bytes` };
}

/** Text in another encoding would match nothing, so it is refused. A byte order mark is left out. */
export function decode(bytes: Uint8Array): FileText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'it is no UTF-8 text' };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
