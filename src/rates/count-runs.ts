/**
 * Rates per boundary: of the runs that were judged, how many each boundary lost. There is no number
 * over all of them: three boundaries have three repairs. UNKNOWN and UNDECLARED are no denominator.
 */
import type { RunVerdict } from '../model/verdict.js';
import { periodOf, type Period } from './periods.js';

export interface RunRates {
  readonly period: string;
  /** 64 hex, or `none` when nothing was pinned. */
  readonly config: string;
  /** Runs with H1, H2, H3 or HOLD: what the three rates are of. */
  readonly judged: number;
  readonly retrieval_lost: number;
  readonly assembly_lost: number;
  readonly generation_lost: number;
  readonly holds: number;
  readonly unknown: number;
  /** Runs without a case, and those of them whose context or prompt was cut. */
  readonly undeclared: number;
  readonly undeclared_truncated: number;
}

type Counts = { -readonly [key in Exclude<keyof RunRates, 'period' | 'config'>]: number };

export class RunCounter {
  readonly #by: Period;
  readonly #rows = new Map<string, { readonly period: string; readonly config: string; readonly counts: Counts }>();

  constructor(by: Period) {
    this.#by = by;
  }

  add(verdict: RunVerdict, startUnixNano: bigint): void {
    const period = periodOf(startUnixNano, this.#by);
    const config = verdict.sha256?.config ?? 'none';
    const key = `${period} ${config}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = { period, config, counts: noCounts() };
      this.#rows.set(key, row);
    }
    count(row.counts, verdict);
  }

  /** In order of period, then configuration. */
  rows(): RunRates[] {
    return [...this.#rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { period, config, counts }]) => ({ period, config, ...counts }));
  }
}

function noCounts(): Counts {
  return {
    judged: 0,
    retrieval_lost: 0,
    assembly_lost: 0,
    generation_lost: 0,
    holds: 0,
    unknown: 0,
    undeclared: 0,
    undeclared_truncated: 0,
  };
}

function count(counts: Counts, { verdict, loss }: RunVerdict): void {
  switch (verdict) {
    case 'H1':
      counts.retrieval_lost += 1;
      break;
    case 'H2':
      counts.assembly_lost += 1;
      break;
    case 'H3':
    case 'H3a':
    case 'H3b':
      counts.generation_lost += 1;
      break;
    case 'HOLD':
      counts.holds += 1;
      break;
    case 'UNKNOWN':
      counts.unknown += 1;
      return;
    case 'UNDECLARED':
      counts.undeclared += 1;
      if (loss === 'cut' || loss === 'engine') counts.undeclared_truncated += 1;
      return;
  }
  counts.judged += 1;
}
