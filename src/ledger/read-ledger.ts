/** Reads a ledger from its first line to its last, verifying each: one line in memory at a time. */
import { open, type FileHandle } from 'node:fs/promises';
import { withFileLock } from '../incidents/files/file-lock.js';
import { fileError, IncidentError } from '../incidents/incident-error.js';
import type { TextHash } from '../model/judging-options.js';
import type { LedgerEntryMessage } from '../proto/messages.generated.js';
import { MAX_LINE_BYTES, openLine } from './entry-line.js';
import { fileLines, type FileLine } from './file-lines.js';
import { LedgerState } from './ledger-state.js';

export interface ReadLedger {
  readonly state: LedgerState;
  /** The last line was cut off while it was written. */
  readonly torn?: TornLine;
  /** The last entry is whole and lacks its line end: the next append gives it one. */
  readonly isUnclosed: boolean;
  /** Bytes up to which all is well. */
  readonly validBytes: number;
}

export interface TornLine {
  /** 1-based. */
  readonly line: number;
  readonly bytes: Buffer;
}

export interface ReadOptions {
  readonly onProgress?: (bytes: number) => void;
  /** Hears every entry in order; from the first again, when the file was being written meanwhile. */
  readonly onEntry?: (entry: LedgerEntryMessage) => void;
}

/**
 * The ledger as it is now. A file that is not there is an empty ledger when `mayBeMissing`. Throws
 * an IncidentError that names file and line where an entry was changed, removed, put in or moved.
 */
export async function readLedger(
  path: string,
  hash: TextHash,
  options: ReadOptions & { readonly mayBeMissing?: boolean } = {},
): Promise<ReadLedger> {
  let first: ReadLedger | IncidentError;
  try {
    first = await readUnlocked(path, hash, options);
    if (first.torn === undefined) return first;
  } catch (error) {
    if (!(error instanceof IncidentError)) throw error;
    first = error;
  }
  // It may be that another process is writing just now: what stands while nobody does is the truth.
  const second = await settled(path, () => readUnlocked(path, hash, options));
  if (second !== undefined) return second;
  if (first instanceof IncidentError) throw first;
  return first;
}

/** Undefined where no lock can be made (a folder that cannot be written): then nobody writes there either. */
async function settled<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
  let isReading = false;
  try {
    return await withFileLock(path, () => {
      isReading = true;
      return read();
    });
  } catch (error) {
    if (isReading || !(error instanceof IncidentError)) throw error;
    return undefined;
  }
}

/** For whoever holds the lock. */
export async function readUnlocked(
  path: string,
  hash: TextHash,
  options: ReadOptions & { readonly mayBeMissing?: boolean } = {},
): Promise<ReadLedger> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (options.mayBeMissing === true && (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { state: new LedgerState(), isUnclosed: false, validBytes: 0 };
    throw fileError(error, path);
  }
  try {
    if (!(await file.stat()).isFile())
      throw new IncidentError(`${path}: is no regular file`, 'Name a file with --ledger.');
    return await readEntries(file, path, hash, options);
  } catch (error) {
    throw error instanceof IncidentError ? error : fileError(error, path);
  } finally {
    await file.close();
  }
}

const PROGRESS_BYTES = 1024 * 1024;

async function readEntries(file: FileHandle, path: string, hash: TextHash, options: ReadOptions): Promise<ReadLedger> {
  const state = new LedgerState();
  let validBytes = 0;
  let told = 0;
  for await (const line of fileLines(file)) {
    const refuse = (problem: string, hint?: string): IncidentError =>
      new IncidentError(`${path}:${line.number}: ${problem}`, hint ?? CHANGED);
    const foreign = line.number === 1 ? foreignEncoding(line.bytes) : undefined;
    if (foreign !== undefined)
      throw refuse(foreign, 'A ledger is UTF-8 text as ragspan wrote it; take it from where it was written.');
    if (line.isTooLong) throw refuse(`the line is longer than ${MAX_LINE_BYTES} bytes, which no entry is`);
    const text = lineText(line);
    const opened = text === undefined ? { problem: 'holds bytes that are no UTF-8' } : openLine(text, state, hash);
    if (!('entry' in opened)) {
      // Every entry ends with a line end: what lacks it was never finished, and nobody was told that it was.
      if (!line.isClosed)
        return { state, torn: { line: line.number, bytes: line.bytes }, isUnclosed: false, validBytes };
      throw refuse(opened.problem, opened.hint);
    }
    const problem = state.take(opened.entry);
    if (problem !== undefined) throw refuse(problem);
    options.onEntry?.(opened.entry);
    validBytes = line.offset + line.bytes.length + (line.isClosed ? 1 : 0);
    if (!line.isClosed) return { state, isUnclosed: true, validBytes };
    if (validBytes - told >= PROGRESS_BYTES) options.onProgress?.((told = validBytes));
  }
  return { state, isUnclosed: false, validBytes };
}

const CHANGED = 'Take the ledger from a copy that nobody touched; entries are added by ragspan alone, never by hand.';

/** Undefined: no UTF-8. A line end that a version control system made CRLF changes nothing. */
function lineText({ bytes, isClosed }: FileLine): string | undefined {
  const end = isClosed && bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
  try {
    return STRICT.decode(bytes.subarray(0, end));
  } catch {
    return undefined;
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function foreignEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'begins with a byte order mark';
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'is UTF-16';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'is compressed (gzip)';
  return undefined;
}
