/** What a command touches of the process: handed in, so that tests run commands without one. */
import type { Readable } from 'node:stream';

export interface Io {
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when more may be written. */
  out(text: string): Promise<void>;
  /** The reader has gone (`| head`): nothing that is printed arrives any more. */
  isOutClosed(): boolean;
  err(text: string): void;
  readonly isOutTerminal: boolean;
  /** Standard output is a file, with nothing in it yet (`> FILE`, or `>> FILE` the first time) or with something. */
  readonly outFile: 'none' | 'empty' | 'filled';
  readonly isErrTerminal: boolean;
  /** Of the terminal, when there is one. */
  readonly columns: number | undefined;
  /** Resolves when the user asks to stop (Ctrl-C); a command that waits listens. */
  interrupted(): Promise<void>;
}

export const EXIT_DONE = 0;
export const EXIT_FAIL_ON = 1;
export const EXIT_UNUSABLE = 2;
/** What was asked for is not done yet, by a budget or by the user. */
export const EXIT_INCOMPLETE = 3;

/** Wrong usage: one sentence that says what and where, one that says what to do. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(problem: string, hint: string) {
    super(problem);
    this.hint = hint;
  }
}
