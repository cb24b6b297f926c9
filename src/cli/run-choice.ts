/** One run out of many, as a command line names it; what could be meant is told in words. */
import type { JudgedFileRun } from '../files/judge-files.js';
import type { RunVerdict } from '../model/verdict.js';
import { UsageError } from './io.js';

/** More runs than a person would list: then they must be chosen. */
const MOST_LISTED = 20;

export class RunChoice {
  readonly #name: string | undefined;
  readonly #more: string;
  readonly #meant: JudgedFileRun[] = [];
  readonly #others: JudgedFileRun[] = [];

  /**
   * @param name beginning of a run id, root span id, trace id or `TRACE/SPAN`; undefined: there must be one run alone.
   * @param more what else to do than to choose one with --run; ends the hint.
   */
  constructor(name: string | undefined, more = '') {
    this.#name = name;
    this.#more = more;
  }

  offer(run: JudgedFileRun): void {
    const to = this.#name === undefined || isNamed(run, this.#name) ? this.#meant : this.#others;
    if (to.length < MOST_LISTED) to.push(run);
  }

  /**
   * Throws a UsageError that lists what could be meant, unless it is one. `damages`: places that could not be read,
   * each of which was told.
   */
  only(damages: number): JudgedFileRun {
    const [first, ...more] = this.#meant;
    if (first !== undefined && more.length === 0) return first;
    if (first === undefined && this.#others.length === 0)
      throw damages > 0
        ? new UsageError(
            'no run was found',
            `Mend what could not be read first: the ${damages === 1 ? 'line' : 'lines'} above.`,
          )
        : new UsageError('no run was found in what was given', '`ragspan doctor FILE` says what is missing.');
    if (first === undefined)
      throw new UsageError(
        `no run is named ${JSON.stringify(this.#name)}; there are:${listOf(this.#others)}`,
        'Give the beginning of a trace id, root span id or run id.',
      );
    throw new UsageError(
      `${this.#meant.length < MOST_LISTED ? this.#meant.length : `${MOST_LISTED} or more`} runs could be meant:${listOf(this.#meant)}`,
      `Choose one with --run${this.#more}.`,
    );
  }
}

function listOf(runs: readonly JudgedFileRun[]): string {
  return runs
    .map((judged) => `\n  --run ${nameAmong(runs, judged)}   ${verdictWords(judged)}   ${judged.run.root?.name ?? ''}`)
    .join('');
}

function isNamed({ verdict }: JudgedFileRun, name: string): boolean {
  return [...namesOf(verdict), wholeName(verdict)].some((id) => id.startsWith(name));
}

function namesOf({ run_id, span_id, trace_id }: RunVerdict): string[] {
  return [run_id, span_id, trace_id].filter((id) => id !== undefined);
}

function wholeName({ trace_id, span_id = '' }: RunVerdict): string {
  return `${trace_id}/${span_id}`;
}

/** The first of its names that means no other run listed: two traces may number their spans alike. */
function nameAmong(runs: readonly JudgedFileRun[], judged: JudgedFileRun): string {
  const own = namesOf(judged.verdict).find((name) => runs.every((other) => other === judged || !isNamed(other, name)));
  return own ?? wholeName(judged.verdict);
}

export function verdictWords({ verdict: { verdict, reason } }: Pick<JudgedFileRun, 'verdict'>): string {
  return reason === undefined ? verdict : `${verdict} ${reason}`;
}
