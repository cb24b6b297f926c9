/**
 * The journal of a split test, `OUT.journal`: a line for its beginning and one for each trial, each
 * on the disk before the next trial starts.
 *
 * How it works: every line is sealed together with the one before, so that none can be changed,
 * taken away or moved. A process killed while it writes leaves at most a torn last line; that one is
 * cut off, and its trial is run again. Anything else that does not fit is damage, and is refused.
 */
import { existsSync } from 'node:fs';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError, IncidentError } from '../../incidents/incident-error.js';
import type { TextHash } from '../../model/judging-options.js';
import { messageFromJson, messageToJson } from '../../proto/messages.js';
import type { TrialMessage } from '../../proto/messages.generated.js';
import { changedSince, EMPTY_SPLIT_TEST } from './journal-head.js';
import { openLine, sealLine, type Json } from './journal-line.js';

const MODE = 0o600;
/** A trial is a few kilobytes. */
const MAX_BYTES = 1024 * 1024 * 1024;

export interface Journal {
  readonly startedAtUnixNano: bigint;
  /** Those that were there when it was opened. */
  readonly trials: readonly TrialMessage[];
  /** A torn last line was cut off. */
  readonly wasTorn: boolean;
  /** Resolves when it is on the disk. */
  append(trial: TrialMessage): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the journal at `path`, or begins it. Throws an IncidentError when it is damaged, was begun
 * with something else (which is named), or cannot be written. One process at a time may have it open.
 */
export async function openJournal(path: string, head: Json, nowUnixNano: bigint, hash: TextHash): Promise<Journal> {
  let file: FileHandle | undefined;
  try {
    const found = existsSync(path) ? await readJournal(path, hash) : undefined;
    if (found !== undefined && found.trials.length > 0) {
      const changed = changedSince(found.head, head);
      if (changed.length > 0) throw otherTest(path, changed);
    }
    // One without a trial has cost nothing: it is begun anew.
    const isBegun = found !== undefined && found.trials.length > 0;
    file = await open(path, isBegun ? 'r+' : 'w', MODE);
    const opened = file;
    const started = isBegun ? found.startedAtUnixNano : nowUnixNano;
    const writer = new Writer(opened, isBegun ? found.bytes : 0, isBegun ? found.last : '', hash);
    if (isBegun) await file.truncate(found.bytes);
    else await writer.write({ kind: 'start', startedAtUnixNano: String(started), ...head });
    await flushFolder(dirname(path));
    return {
      startedAtUnixNano: started,
      trials: isBegun ? found.trials : [],
      wasTorn: found?.wasTorn === true,
      append: async (trial) => writer.write({ kind: 'trial', trial: trialToJson(trial) }).catch(failed(path)),
      close: async () => opened.close(),
    };
  } catch (error) {
    await file?.close().catch(() => undefined);
    throw error instanceof IncidentError ? error : fileError(error, path);
  }
}

function otherTest(path: string, changed: readonly string[]): IncidentError {
  return new IncidentError(
    `${path}: was begun with something else: ${changed.join('; ')}`,
    'Put it back as it was to go on, or name another --out to begin anew.',
  );
}

const failed =
  (path: string) =>
  (error: unknown): never => {
    throw fileError(error, path);
  };

class Writer {
  readonly #file: FileHandle;
  readonly #hash: TextHash;
  #position: number;
  #previous: string;

  constructor(file: FileHandle, position: number, previous: string, hash: TextHash) {
    this.#file = file;
    this.#position = position;
    this.#previous = previous;
    this.#hash = hash;
  }

  async write(value: Json): Promise<void> {
    const { line, sha256 } = sealLine(value, this.#previous, this.#hash);
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#position + written);
      written += bytesWritten;
    }
    await this.#file.datasync();
    this.#position += bytes.length;
    this.#previous = sha256;
  }
}

interface ReadJournal {
  readonly head: Json;
  readonly startedAtUnixNano: bigint;
  readonly trials: readonly TrialMessage[];
  /** Of what is good. */
  readonly bytes: number;
  /** Hash of the last good line. */
  readonly last: string;
  readonly wasTorn: boolean;
}

/** Undefined: not even its first line is whole. */
async function readJournal(path: string, hash: TextHash): Promise<ReadJournal | undefined> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new IncidentError(`${path}: is ${size} bytes long`, 'Name another --out.');
  const content = await readFile(path);
  let head: (Json & { readonly sha256: string }) | undefined;
  const trials: TrialMessage[] = [];
  let last = '';
  let bytes = 0;
  for (let number = 1; bytes < content.length; number += 1) {
    const end = content.indexOf(0x0a, bytes);
    const line = end < 0 ? undefined : openLine(content.toString('utf8', bytes, end), last, hash);
    if (line === undefined) {
      const isLast = end < 0 || end === content.length - 1;
      if (!isLast || (number === 1 && end >= 0)) throw damaged(path, number);
      break;
    }
    if (head === undefined) head = startLine(line, path);
    else trials.push(trialOf(line, path, number));
    last = line.sha256;
    bytes = end + 1;
  }
  if (head === undefined) return undefined;
  const startedAtUnixNano = BigInt(String(head['startedAtUnixNano']));
  return { head, startedAtUnixNano, trials, bytes, last, wasTorn: bytes < content.length };
}

function damaged(path: string, line: number): IncidentError {
  return new IncidentError(
    `${path}:${line}: the line is damaged, was changed, or was sealed under another key (RAGSPAN_HASH_KEY, --hash-key)`,
    'Restore the file to go on, or name another --out to begin anew.',
  );
}

function startLine(line: Json & { readonly sha256: string }, path: string): Json & { readonly sha256: string } {
  if (line['kind'] === 'start' && /^\d{1,19}$/u.test(String(line['startedAtUnixNano']))) return line;
  throw damaged(path, 1);
}

const HOLDER = { version: 1, startedAtUnixNano: '0', app: '', trialsPerCell: 0 };

function trialOf(line: Json, path: string, number: number): TrialMessage {
  const text = JSON.stringify({ ...HOLDER, trials: [line['trial']] });
  const [trial] = messageFromJson('SplitTest', text).trials ?? [];
  if (line['kind'] !== 'trial' || trial === undefined) throw damaged(path, number);
  return trial;
}

function trialToJson(trial: TrialMessage): unknown {
  const text = messageToJson('SplitTest', { ...EMPTY_SPLIT_TEST, trials: [trial] });
  return (JSON.parse(text) as { readonly trials: readonly unknown[] }).trials[0];
}

/** So that the name of a new file outlives a power cut; some systems cannot, and nothing is lost by that. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
