/** One line on standard error that is written over, when that is a terminal; nothing elsewhere. */
import type { Io } from './io.js';
import { bytesText, plural } from './numbers.js';

const EVERY_MILLIS = 100;
const CLEAR_LINE = '\r\u001b[K';

export class Progress {
  readonly #io: Io;
  readonly #totalBytes: number | undefined;
  readonly #now: () => number;
  #last = 0;
  #isShown = false;

  /** `totalBytes` undefined: not known (standard input). */
  constructor(io: Io, totalBytes: number | undefined, now: () => number = () => performance.now()) {
    this.#io = io;
    this.#totalBytes = totalBytes;
    this.#now = now;
  }

  update({ bytes, traces }: { readonly bytes: number; readonly traces: number }): void {
    if (!this.#io.isErrTerminal) return;
    const now = this.#now();
    if (now - this.#last < EVERY_MILLIS) return;
    this.#last = now;
    this.#isShown = true;
    const share =
      this.#totalBytes === undefined || this.#totalBytes === 0
        ? ''
        : ` (${Math.min(100, Math.floor((bytes / this.#totalBytes) * 100))} %)`;
    this.#io.err(
      `${CLEAR_LINE}${traces > 0 ? `judged ${plural(traces, 'trace')}` : `read ${bytesText(bytes)}${share}`} …`,
    );
  }

  /** Before anything else is written to the terminal. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#io.err(CLEAR_LINE);
  }
}
