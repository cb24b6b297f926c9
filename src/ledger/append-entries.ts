/**
 * Appends to a ledger, one process at a time.
 *
 * How it works: under the lock of the file the whole ledger is read and verified, what is to be
 * written is decided from what it says now, and goes to the disk in one piece; "done" is said after
 * the disk has it. A process killed in between leaves a last line without its line end: the next
 * append moves those bytes to `FILE.torn` and says so. Nothing else is ever taken from the file.
 */
import { open, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withFileLock } from '../incidents/files/file-lock.js';
import { realPath } from '../incidents/files/real-path.js';
import { fileError, IncidentError } from '../incidents/incident-error.js';
import type { TextHash } from '../model/judging-options.js';
import type { LedgerEntryMessage } from '../proto/messages.generated.js';
import { sealEntry, type EntryContent } from './entry-line.js';
import type { LedgerState } from './ledger-state.js';
import { readUnlocked, type ReadLedger, type ReadOptions, type TornLine } from './read-ledger.js';

export interface Ledger extends ReadOptions {
  readonly path: string;
  readonly hash: TextHash;
  readonly nowUnixNano: () => bigint;
  /** Heard when bytes of a torn line were put aside. */
  readonly onTorn?: (torn: SetAside) => void;
}

interface SetAside {
  /** Where in the ledger they stood, 1-based. */
  readonly line: number;
  readonly byteCount: number;
  /** The file that holds them now. */
  readonly path: string;
}

/** Adds one entry to what will be written, and gives it back with its place; `state` knows it from then on. */
export type Record = (content: Omit<EntryContent, 'at_unix_nano'>) => LedgerEntryMessage;

/**
 * `decide` sees the ledger as it is, says what to record, and gives the result. When it throws,
 * nothing is written. Throws an IncidentError when the ledger was tampered with or cannot be written.
 */
export async function appendEntries<T>(
  ledger: Ledger,
  decide: (state: LedgerState, record: Record) => T | Promise<T>,
): Promise<T> {
  const { path, hash } = ledger;
  await requireFolder(path);
  return withFileLock(path, async () => {
    const read = await readUnlocked(path, hash, { ...ledger, mayBeMissing: true });
    const lines: string[] = [];
    const result = await decide(read.state, (content) => {
      const { entry, line } = seal({ ...content, at_unix_nano: ledger.nowUnixNano() }, read.state, ledger);
      const problem = read.state.take(entry);
      if (problem !== undefined) throw new Error(`an entry that the ledger would not take: ${problem}`);
      lines.push(line);
      return entry;
    });
    if (lines.length > 0) await write(ledger, read, `${lines.join('\n')}\n`);
    return result;
  });
}

/** A ledger is begun where the operator works; a folder that is not there is a slip of the pen. */
async function requireFolder(path: string): Promise<void> {
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new IncidentError(
    `${path}: there is no folder ${folder}`,
    'Make the folder, or name another file with --ledger.',
  );
}

function seal(content: EntryContent, state: LedgerState, { path, hash }: Ledger): ReturnType<typeof sealEntry> {
  try {
    return sealEntry(content, state, hash);
  } catch (error) {
    throw new IncidentError(
      `${path}: ${content.incident}: ${(error as Error).message}`,
      'Nothing was written; leave the incident out, or freeze it with fewer parameters.',
    );
  }
}

async function write(ledger: Ledger, { torn, validBytes, isUnclosed }: ReadLedger, text: string): Promise<void> {
  const { path } = ledger;
  try {
    if (torn !== undefined) {
      // Taken from the ledger only after the disk has them elsewhere.
      await setAside(ledger, torn);
      await truncate(path, validBytes);
    }
    await appendFlushed(path, `${isUnclosed ? '\n' : ''}${text}`).catch(async (error: unknown) => {
      // Where it does not all fit, nothing of it stays.
      await truncate(path, validBytes).catch(() => undefined);
      throw error;
    });
    if (validBytes === 0) await flushFolder(dirname(await realPath(path)));
  } catch (error) {
    const { message, hint } = fileError(error, path);
    throw new IncidentError(`${message}; nothing was recorded`, hint);
  }
}

/** On the disk when this returns. A file that it makes is its owner's alone, as incidents are. */
async function appendFlushed(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function setAside({ path, onTorn }: Ledger, torn: TornLine): Promise<void> {
  const aside = tornPath(await realPath(path));
  await appendFlushed(aside, Buffer.concat([torn.bytes, Buffer.from('\n')]));
  await flushFolder(dirname(aside));
  onTorn?.({ line: torn.line, byteCount: torn.bytes.length, path: aside });
}

/** Where the bytes of a line that was cut off are kept: beside the file, not beside a link to it. */
export function tornPath(path: string): string {
  return `${path}.torn`;
}

/** So that the name itself outlives a power cut; some systems cannot, and nothing is lost by that. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
