/**
 * The JSON form of verdicts (spec §14), the same bytes from both languages: keys sorted, two-space
 * indent, one LF at the end, what does not apply left out, no empty array.
 */
import type { RunVerdict } from '../model/verdict.js';

export function verdictJson(runs: readonly RunVerdict[]): string {
  return verdictFormJson({ version: 1, runs });
}

/** Any plain value in that form. Undefined members and empty arrays are left out. */
export function verdictFormJson(value: unknown): string {
  return `${escapeLineSeparators(JSON.stringify(sorted(value), undefined, 2))}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, one]) => one !== undefined && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]));
}

/** Go escapes these two in every string, and JavaScript does not: a run id may hold them. */
function escapeLineSeparators(text: string): string {
  return text.replace(/[\u2028\u2029]/gu, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'));
}

/**
 * Writes the same text run by run, for more runs than one would hold: `start`, one `run` each, `end`.
 * What comes out is byte for byte what `verdictJson` gives.
 */
export class VerdictJsonWriter {
  readonly #write: (text: string) => void;
  #count = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  run(verdict: RunVerdict): void {
    this.#write(this.#count === 0 ? '{\n  "runs": [\n' : ',\n');
    this.#count += 1;
    this.#write(verdictFormJson(verdict).trimEnd().replace(/^/gmu, '    '));
  }

  end(): void {
    this.#write(this.#count === 0 ? verdictJson([]) : '\n  ],\n  "version": 1\n}\n');
  }
}
