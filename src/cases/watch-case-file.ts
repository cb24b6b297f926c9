/**
 * The case file in force (spec §8): reloaded on change; a bad file is a clear error, and the last
 * good one stays in force.
 *
 * How it works: the file is read at once, then its state is asked for every few seconds. Polling is
 * what sees all the ways a file changes: written in place, replaced by an editor's rename, a
 * ConfigMap's link swapped. A file that changes while it is read is read again next time. One
 * unref'ed timer, none after `close`; neither the file nor a callback can make it throw.
 */
import type { CaseBook } from '../model/case.js';
import {
  type FileState,
  type FileText,
  fileState,
  fileStateLater,
  readText,
  readTextLater,
} from './case-file-bytes.js';
import { parseCases } from './parse-cases.js';
import { formatProblem } from './problems.js';

export interface WatchOptions {
  /** One line of text; several for a file with several problems. */
  readonly onProblem: (line: string) => void;
  /** A changed file is in force. */
  readonly onReload?: () => void;
  /** Milliseconds between two looks at the file. Default: 2000. */
  readonly pollMillis?: number;
  /** Calls `tick` again and again until the returned function is called. Default: an unref'ed interval. */
  readonly schedule?: (tick: () => void, millis: number) => () => void;
}

export interface CaseFileWatch {
  /** The last good one; undefined while there was none. */
  readonly book: CaseBook | undefined;
  /** Looks at the file now, instead of at the next tick. */
  check(): Promise<void>;
  close(): void;
}

const POLL_MILLIS = 2000;
/** Lines said about one bad file. */
const MAX_LINES = 20;

export function watchCaseFile(path: string, options: WatchOptions): CaseFileWatch {
  return new Watch(path, options);
}

class Watch implements CaseFileWatch {
  readonly #path: string;
  readonly #options: WatchOptions;
  readonly #stop: () => void;
  #book: CaseBook | undefined;
  #signature: string | undefined;
  #text: string | undefined;
  /** A missing file is told once, and only when it is still missing at the second look. */
  #looksWithoutFile = 0;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, options: WatchOptions) {
    this.#path = path;
    this.#options = options;
    const state = fileState(path);
    this.#signature = state?.signature;
    this.#take(readText(path, state));
    const schedule = options.schedule ?? every;
    this.#stop = schedule(() => void this.check(), options.pollMillis ?? POLL_MILLIS);
  }

  get book(): CaseBook | undefined {
    return this.#book;
  }

  check(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  async #look(): Promise<void> {
    const state = await fileStateLater(this.#path);
    if (this.#isClosed || this.#isKnown(state)) return;
    const read = await readTextLater(this.#path, state);
    const after = await fileStateLater(this.#path);
    if (this.#isClosed || after?.signature !== state?.signature) return;
    this.#signature = state?.signature;
    this.#take(read);
  }

  #isKnown(state: FileState | undefined): boolean {
    if (state !== undefined) {
      this.#looksWithoutFile = 0;
      return state.signature === this.#signature;
    }
    this.#looksWithoutFile++;
    return this.#signature === undefined || this.#looksWithoutFile < 2;
  }

  #take(read: FileText): void {
    if ('problem' in read) {
      this.#say(`case file ${this.#path}: ${read.problem}; ${this.#consequence()}`);
      this.#text = undefined;
      return;
    }
    if (read.text === this.#text) return;
    this.#text = read.text;
    const parsed = parseCases(read.text, this.#path);
    if ('book' in parsed) {
      const isFirst = this.#book === undefined;
      this.#book = parsed.book;
      if (!isFirst || this.#looking !== undefined) this.#guard(() => this.#options.onReload?.());
      return;
    }
    const { problems } = parsed;
    this.#say(
      `case file ${this.#path}: ${problems.length === 1 ? 'one problem' : `${problems.length} problems`}; ${this.#consequence()}`,
    );
    for (const problem of problems.slice(0, MAX_LINES)) this.#say(formatProblem(problem));
    if (problems.length > MAX_LINES)
      this.#say(`case file ${this.#path}: and ${problems.length - MAX_LINES} more problems`);
  }

  #consequence(): string {
    return this.#book === undefined ? 'no cases are in force' : 'the last good one stays in force';
  }

  #say(line: string): void {
    this.#guard(() => this.#options.onProblem(line));
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch {
      // A callback that throws must not end the watch, let alone the application.
    }
  }
}

function every(tick: () => void, millis: number): () => void {
  const timer = setInterval(tick, millis);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
