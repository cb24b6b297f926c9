/** What a command was given, judged run by run: with progress, and a line for each place that could not be read. */
import { judgeFiles, type JudgedFileRun } from '../files/judge-files.js';
import type { FileJudgingOptions } from '../files/judge-records.js';
import { damageText } from '../files/read/damage.js';
import type { TraceSource } from '../files/read/trace-file.js';
import type { CaseBook } from '../model/case.js';
import { escapeText } from './escape-text.js';
import type { Io } from './io.js';
import { Progress } from './progress.js';

export interface JudgedSourcesOptions {
  readonly book: CaseBook | undefined;
  readonly judging: FileJudgingOptions;
  readonly io: Io;
  /** Bytes of all sources, where they are known. */
  readonly totalBytes: number | undefined;
}

export class JudgedSources {
  /** On standard error: cleared before anything else is written there. */
  readonly progress: Progress;
  readonly #sources: readonly TraceSource[];
  readonly #options: JudgedSourcesOptions;
  #damages = 0;

  constructor(sources: readonly TraceSource[], options: JudgedSourcesOptions) {
    this.#sources = sources;
    this.#options = options;
    this.progress = new Progress(options.io, options.totalBytes);
  }

  /** Places that could not be read so far; each was told. */
  get damages(): number {
    return this.#damages;
  }

  async *runs(): AsyncGenerator<JudgedFileRun> {
    const { book, judging, io } = this.#options;
    yield* judgeFiles(this.#sources, {
      ...(book === undefined ? {} : { book }),
      judging,
      onProgress: (state) => this.progress.update(state),
      onDamage: (damage) => {
        this.#damages += 1;
        this.progress.clear();
        io.err(`ragspan: ${escapeText(damageText(damage))}\n`);
      },
    });
    this.progress.clear();
  }
}
