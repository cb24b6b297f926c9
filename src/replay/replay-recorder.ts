/**
 * Writes a replay record of each decided run, off the application's path.
 *
 * How it works: `decided` is told of every run by the span processor, in the application's own call,
 * and only puts it in a short queue; freezing, hashing and writing happen in turns of their own, one
 * run at a time. What the application knows of a request (its id, the claims of its answer) waits
 * under the run's id until the run is decided. Queue, notes and files are bounded; what does not fit
 * is counted. A record that is there already stays as it is; another run of its name gets one of its
 * own. Nothing here ever throws.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderRoom } from '../incidents/files/folder-room.js';
import { TurnQueue } from '../incidents/turn-queue.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { TextHash } from '../model/judging-options.js';
import type { ReplayRecordMessage } from '../proto/messages.generated.js';
import { readReplayRecord, replayFileName, REPLAY_SUFFIX, writeReplayRecord } from './record-file.js';
import { replayRecordOf, type ReplayRecordOptions } from './replay-record.js';

export interface RecorderOptions extends Pick<ReplayRecordOptions, 'withText' | 'redactors' | 'pathOf'> {
  /** Folder of the records, made when it is missing. */
  readonly dir: string;
  /** Which runs are recorded; default: all. */
  readonly when?: ((judged: JudgedRun) => boolean) | undefined;
  /** Records the folder may hold, whoever wrote them; default 10,000. */
  readonly maxFiles?: number | undefined;
  /** Told once for each kind of failure; of a full folder when it begins and when it ends. */
  readonly say?: ((line: string) => void) | undefined;
}

/** What the application knows of one request. */
export type RequestNote = Pick<ReplayRecordOptions, 'requestId' | 'claims' | 'problems'>;

export interface RecorderCounts {
  readonly written: number;
  /** Did not fit into the queue or the folder, or could not be written. */
  readonly dropped: number;
}

/** Each waiting run holds its texts. */
const MOST_WAITING = 50;
const MOST_NOTES = 1_000;
const DEFAULT_MAX_FILES = 10_000;

interface Waiting {
  readonly judged: JudgedRun;
  readonly note: RequestNote;
}

export class ReplayRecorder {
  readonly #options: RecorderOptions;
  readonly #queue: TurnQueue<Waiting>;
  readonly #notes = new Map<string, RequestNote>();
  readonly #told = new Set<string>();
  readonly #room: FolderRoom;
  #written = 0;
  #dropped = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#room = new FolderRoom({
      dir: options.dir,
      suffix: REPLAY_SUFFIX,
      mostFiles: options.maxFiles ?? DEFAULT_MAX_FILES,
      what: 'replay records',
      say: (line) => this.#say(line),
      nowMillis: () => performance.now(),
    });
    this.#queue = new TurnQueue({
      mostWaiting: MOST_WAITING,
      work: (one) => this.#write(one),
      onFailed: (error) => this.#drop('write', `a replay record could not be written: ${messageOf(error)}`),
    });
  }

  get counts(): RecorderCounts {
    return { written: this.#written, dropped: this.#dropped };
  }

  /** Before the run with this id (`run({ id })`) ends. A second note adds to the first. */
  note(runId: string, note: RequestNote): void {
    const known = this.#notes.get(runId);
    this.#notes.delete(runId);
    this.#notes.set(runId, { ...known, ...note });
    // The oldest: its run was never decided.
    if (this.#notes.size > MOST_NOTES) for (const [oldest] of this.#notes) return void this.#notes.delete(oldest);
  }

  /** For the processor: `start({ onDecided: recorder.decided })`. */
  readonly decided = (judged: JudgedRun): void => {
    try {
      const { runId } = judged.run;
      const note = runId === undefined ? {} : (this.#notes.get(runId) ?? {});
      if (this.#options.when?.(judged) === false) return;
      if (!this.#queue.push({ judged, note }))
        this.#drop('queue', `more than ${MOST_WAITING} replay records wait to be written: the others are left out`);
    } catch (error) {
      this.#drop('when', `a replay record was left out: ${messageOf(error)}`);
    }
  };

  /** Resolves when every run told of so far is written or was left out: await it before the process stops. */
  async flush(): Promise<void> {
    await this.#queue.drained();
  }

  async #write({ judged, note }: Waiting): Promise<void> {
    const { dir, withText, redactors, pathOf } = this.#options;
    const { hash } = judged.basis.options;
    const record = replayRecordOf(judged, { ...note, withText, redactors, pathOf });
    const name = await freeName(dir, record, hash);
    if (name === undefined) return;
    if (!(await this.#room.hasRoom())) {
      this.#dropped += 1;
      return;
    }
    await writeReplayRecord(dir, record, hash, name);
    this.#room.wasWritten();
    this.#written += 1;
    if (judged.run.runId !== undefined) this.#notes.delete(judged.run.runId);
  }

  #drop(kind: string, line: string): void {
    this.#dropped += 1;
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#say(line);
  }

  #say(line: string): void {
    try {
      this.#options.say?.(line);
    } catch {
      // Nobody to tell.
    }
  }
}

/** Undefined: the run is recorded already; it was decided again. */
async function freeName(dir: string, record: ReplayRecordMessage, hash: TextHash): Promise<string | undefined> {
  const name = replayFileName(record.request_id, hash);
  if (!(await isThere(join(dir, name)))) return name;
  // A request that was tried again, or two runs in one trace: another run of the same name.
  if (await holdsRun(join(dir, name), record, hash)) return undefined;
  const { trace_id: trace = '', span_id: span } = record.triple ?? {};
  const own = `${name.slice(0, -REPLAY_SUFFIX.length)}-${span ?? trace}${REPLAY_SUFFIX}`;
  return (await isThere(join(dir, own))) ? undefined : own;
}

async function holdsRun(path: string, { triple }: ReplayRecordMessage, hash: TextHash): Promise<boolean> {
  try {
    const there = (await readReplayRecord(path, hash)).triple;
    return there?.trace_id === triple?.trace_id && there?.span_id === triple?.span_id;
  } catch {
    // Of another key or version, or touched: whatever it is, this run is not in it.
    return false;
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'what was thrown is no Error';
}
