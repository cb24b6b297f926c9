/** What a command was given, judged run by run: with progress, and a line for each place that could not be read. */
import { judgeFiles, type JudgedFileRun } from '../files/judge-files.js';
import type { FileJudgingOptions } from '../files/judge-records.js';
import { damageText } from '../files/read/damage.js';
import type { TraceSource } from '../files/read/trace-file.js';
import type { CaseBook } from '../model/case.js';
import { escapeText } from './escape-text.js';
import type { Io } from './io.js';
import { plural } from './numbers.js';
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
  #runs = 0;

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
    const judged = judgeFiles(this.#sources, {
      ...(book === undefined ? {} : { book }),
      judging,
      onProgress: (state) => this.progress.update(state),
      onDamage: (damage) => {
        this.#damages += 1;
        this.progress.clear();
        io.err(`ragspan: ${escapeText(damageText(damage))}\n`);
      },
    });
    for await (const run of judged) {
      this.#runs += 1;
      yield run;
    }
    this.progress.clear();
  }

  /** The last word on what could not be read; undefined when all of it could. */
  get damageSummary(): string | undefined {
    if (this.#damages === 0) return undefined;
    const rest =
      this.#runs === 0
        ? 'no run was found beside it'
        : `${plural(this.#runs, 'run')} beside it ${this.#runs === 1 ? 'was' : 'were'} judged`;
    return `ragspan: ${plural(this.#damages, 'place')} could not be read; ${rest}\n`;
  }
}
