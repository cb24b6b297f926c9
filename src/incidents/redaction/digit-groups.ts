/** Groups of digits as people write numbers: `4111 1111 1111 1111`, `+49 (0)30 901820-12`. Found in one pass. */
import type { TextRange } from '../../model/redactor.js';

/** Groups that hang together, in order: at most `mostBetween` characters lie between two of them, all of them separators. */
export type DigitRun = readonly TextRange[];

export function digitRuns(text: string, separator: RegExp, mostBetween: number): DigitRun[] {
  const runs: TextRange[][] = [];
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const group = { start: index, end: index + digits.length };
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && isBetween(text, before.end, index, separator, mostBetween))
      last.push(group);
    else runs.push([group]);
  }
  return runs;
}

function isBetween(text: string, from: number, to: number, separator: RegExp, most: number): boolean {
  if (to - from > most) return false;
  for (let at = from; at < to; at += 1) if (!separator.test(text.charAt(at))) return false;
  return true;
}

export function lengthOf({ start, end }: TextRange): number {
  return end - start;
}
