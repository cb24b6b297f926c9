/** What an import says on standard error: the columns it took, each row that is no case, the numbers at the end. */
import { LARGEST_CASE_FILE } from '../../cases/case-file-size.js';
import type { Columns, ImportEvent } from '../../evaluation-sets/index.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, type Io } from '../io.js';
import { grouped, plural } from '../numbers.js';
import type { Progress } from '../progress.js';

/** Rows that are told one by one; the rest is counted. */
const MAX_TOLD = 100;

/** What was imported and what was not, as it happens; the numbers at the end. */
export class ImportReport {
  readonly #path: string;
  readonly #io: Io;
  readonly #progress: Progress;
  readonly #notes = new Set<string>();
  cases = 0;
  #unchecked = 0;
  #asComment = 0;
  #leftOut = 0;
  #broken = 0;
  #duplicates = 0;
  #joined = 0;
  /** Asked before, of other evidence. */
  #withEvidence = 0;
  #told = 0;
  #isFull = false;

  constructor(path: string, io: Io, progress: Progress) {
    this.#path = path;
    this.#io = io;
    this.#progress = progress;
  }

  hear(event: ImportEvent): void {
    switch (event.kind) {
      case 'cases':
        this.cases += event.count;
        this.#unchecked += event.unchecked;
        this.#asComment += event.expectedAsComment;
        return;
      case 'columns':
        this.#tellColumns(event.columns);
        return;
      case 'full':
        this.#isFull = true;
        this.#say(
          `${this.#path}:${event.place}: the case file is full (of one, ${grouped(LARGEST_CASE_FILE.units)} characters and ${grouped(LARGEST_CASE_FILE.tokens)} YAML tokens are read); import the rest into another one with --skip ${event.rowsBefore}`,
        );
        return;
      case 'duplicate':
        if (event.hasOtherEvidence) this.#withEvidence += 1;
        else this.#duplicates += 1;
        this.#tell(
          event.place,
          `the question ${shown(event.question)} is that of ${event.of}; it is left out${event.hasOtherEvidence ? ' with the evidence it names' : ''}: only the first would apply`,
        );
        return;
      case 'joined':
        this.#joined += 1;
        return;
      case 'left_out': {
        const { place, column, value, problem } = event.row;
        this.#leftOut += 1;
        if (event.isBroken) this.#broken += 1;
        this.#tell(
          place,
          `${column === undefined ? '' : `${column}: `}${value === undefined ? '' : `${shown(value)} `}${problem}`,
        );
      }
    }
  }

  #tellColumns({ byField, asserts, notes }: Columns): void {
    const taken = [
      ...Object.entries(byField).map(([field, column]) => `${field} = ${column}`),
      ...asserts.map((column) => `assertions = ${column}`),
    ];
    for (const line of [taken.length === 0 ? 'no column is known' : `columns: ${taken.join(', ')}`, ...notes]) {
      if (this.#notes.has(line)) continue;
      this.#notes.add(line);
      this.#say(`${this.#path}: ${line}`);
    }
  }

  #tell(place: string, text: string): void {
    this.#told += 1;
    if (this.#told <= MAX_TOLD) this.#say(`${this.#path}:${place}: ${text}`);
    else if (this.#told === MAX_TOLD + 1) this.#say(`${this.#path}: more rows are left out and not told one by one`);
  }

  #say(line: string): void {
    this.#progress.clear();
    this.#io.err(`${escapeText(line)}\n`);
  }

  end(appendTo: string | undefined): number {
    const rows = this.cases + this.#duplicates + this.#leftOut;
    const parts = [
      `${plural(this.cases, 'case')}${rows === 0 ? ', as no row was found (--skip passes over rows)' : ''}`,
      ...(this.#unchecked > 0
        ? [`${this.#unchecked} of them without must or must_not: they judge retrieval and assembly alone`]
        : []),
      ...(this.#asComment > 0
        ? [`${plural(this.#asComment, 'expectation')} left as comment, to pick a phrase from`]
        : []),
      ...(this.#joined > 0 ? [`${plural(this.#joined, 'row')} that name more evidence of the question above`] : []),
      ...(this.#withEvidence > 0
        ? [`${plural(this.#withEvidence, 'row')} asked before and left out with the evidence named there`]
        : []),
      ...(this.#duplicates > 0 ? [`${plural(this.#duplicates, 'row')} asked before`] : []),
      ...(this.#leftOut > 0 ? [`${plural(this.#leftOut, 'row')} left out`] : []),
    ];
    this.#say(
      `${this.#path}: ${parts.join(', ')}${appendTo === undefined ? '' : `; ${this.cases === 0 ? 'nothing was added to' : 'added to'} ${appendTo}`}`,
    );
    return this.#isFull || this.#broken > 0 || this.cases + this.#duplicates + this.#withEvidence === 0
      ? EXIT_UNUSABLE
      : EXIT_DONE;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`);
}
