/**
 * What `--fail-on` asks of judged runs. A gate over nothing passes nothing: it needs a run of which it is
 * known that it is none of the verdicts named.
 */
import { mayBe } from '../../model/may-be.js';
import type { RunVerdict, VerdictName } from '../../model/verdict.js';
import { EXIT_DONE, EXIT_FAIL_ON, EXIT_UNUSABLE, type Io } from '../io.js';
import { plural } from '../numbers.js';

export class Gate {
  readonly #failOn: ReadonlySet<VerdictName>;
  #hasFailed = false;
  #measured = 0;
  #undeclared = 0;
  /** Runs that are UNKNOWN and may be one of the verdicts named. */
  #open = 0;

  /** `failOn` empty: no gate. */
  constructor(failOn: ReadonlySet<VerdictName>) {
    this.#failOn = failOn;
  }

  get isAsked(): boolean {
    return this.#failOn.size > 0;
  }

  add(verdict: RunVerdict): void {
    if (this.#failOn.has(verdict.verdict)) this.#hasFailed = true;
    else if (verdict.verdict === 'UNDECLARED') this.#undeclared += 1;
    else if (mayBe(verdict, this.#failOn)) this.#open += 1;
    else this.#measured += 1;
  }

  /** Says on standard error what the gate could not tell. */
  status(io: Pick<Io, 'err'>): number {
    if (!this.isAsked) return EXIT_DONE;
    if (this.#hasFailed) return EXIT_FAIL_ON;
    const left = [
      ...(this.#undeclared === 0 ? [] : [`${plural(this.#undeclared, 'run')} without a case`]),
      ...(this.#open === 0 ? [] : [`${plural(this.#open, 'run')} UNKNOWN`]),
    ].join(', ');
    if (this.#measured === 0) {
      io.err(`ragspan: --fail-on: nothing was measured: ${left === '' ? 'no run was seen' : left}\n`);
      return EXIT_UNUSABLE;
    }
    if (left !== '') io.err(`ragspan: --fail-on: not measured: ${left}\n`);
    return EXIT_DONE;
  }
}
