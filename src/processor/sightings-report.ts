/** The one line that tells, soon after the start, what was seen and what is missing (spec §12 `doctor`). */
import type { Sightings } from '../model/sightings.js';

export const REPORT_SPANS = 100;
const REPORT_MILLIS = 60_000;

export class SightingsReport {
  readonly #sightings: Sightings;
  readonly #startMillis: number;
  #isDone = false;

  constructor(sightings: Sightings, nowMillis: number) {
    this.#sightings = sightings;
    this.#startMillis = nowMillis;
  }

  /** When it is due at the latest; undefined once it was made. */
  get atMillis(): number | undefined {
    return this.#isDone ? undefined : this.#startMillis + REPORT_MILLIS;
  }

  /** At the end of a process that was over before the line was due: only what cost every verdict. */
  takeLast(): string | undefined {
    if (this.#isDone) return undefined;
    this.#isDone = true;
    return this.#sightings.apart();
  }

  /** The line, once, when it is due. */
  take(nowMillis: number): string | undefined {
    if (this.#isDone) return undefined;
    const age = nowMillis - this.#startMillis;
    if (age < REPORT_MILLIS && this.#sightings.spans < REPORT_SPANS) return undefined;
    this.#isDone = true;
    const missing = this.#sightings.missing();
    const seconds = Math.round(age / 1000);
    return `${this.#sightings.spans} spans in ${seconds} s: ${this.#sightings.seen()}; ${
      missing.length === 0 ? 'nothing is missing' : `missing: ${missing.join('; ')}`
    }`;
  }
}
