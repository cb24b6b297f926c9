/**
 * Phone numbers: with a country or trunk prefix, or grouped as 555-123-4567. A bare number is an order
 * number as often as not, and dates, decimals and versions are none.
 */
import type { TextRange } from '../../model/redactor.js';
import { digitRuns, lengthOf, type DigitRun } from './digit-groups.js';

const SEPARATOR = /[().\-/\u2010-\u2013\p{Zs}]/u;
const DATE = /(?<![\d./-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?![./-]?\d)/g;
const MOST_DIGITS = 15;
/** More of them in a row are a table of numbers: there only what no table holds is a phone number. */
const MOST_GROUPS = 8;
const GROUPED = /^\(?\d{3}\)?[\p{Zs}.\-\u2010\u2011]{1,2}\d{3}[\p{Zs}.\-\u2010\u2011]\d{4}$/u;
/** The same without blanks in it. */
const JOINED = /^\d{3}([.\-\u2010\u2011])\d{3}\1\d{4}$/u;

export function findPhones(text: string): TextRange[] {
  const dates = [...text.matchAll(DATE)].map(({ 0: date, index }) => ({ start: index, end: index + date.length }));
  return withoutDates(digitRuns(text, SEPARATOR, 2), dates).flatMap((run) => phonesIn(text, run));
}

/** A date stands between numbers: what is before it is no part of what is behind. */
function withoutDates(runs: readonly DigitRun[], dates: readonly TextRange[]): DigitRun[] {
  let next = 0;
  return runs.flatMap((run) => {
    const parts: TextRange[][] = [[]];
    for (const group of run) {
      while (next < dates.length && (dates[next] as TextRange).end <= group.start) next += 1;
      const date = dates[next];
      if (date !== undefined && date.start <= group.start) parts.push([]);
      else parts.at(-1)?.push(group);
    }
    return parts.filter((part) => part.length > 0);
  });
}

/** Every stretch of whole groups is tried, from each group the longest: a count may stand on either side. */
function phonesIn(text: string, run: DigitRun): TextRange[] {
  return run.flatMap(({ start }, first) => {
    const last = phoneEnd(text, run, first);
    return last === undefined
      ? []
      : [{ start: start - prefixOf(text, start).length, end: (run[last] as TextRange).end }];
  });
}

/** Index of its last group; undefined when no phone number begins here. */
function phoneEnd(text: string, run: DigitRun, first: number): number | undefined {
  const isTable = run.length > MOST_GROUPS;
  if (isTable && first > 0 && !isGroupedAsPhone(run, first)) return undefined;
  const { start } = run[first] as TextRange;
  let prefix = prefixOf(text, start);
  if (!isBorder(text, run[first - 1]?.end, start - prefix.length)) {
    if (!prefix.endsWith('(')) return undefined;
    // In the brackets of a call, `dial(0123…`, the bracket is a border itself.
    prefix = '';
  }
  let digits = 0;
  let longest: number | undefined;
  for (let last = first; last < run.length; last += 1) {
    const { end } = run[last] as TextRange;
    digits += lengthOf(run[last] as TextRange);
    if (digits > MOST_DIGITS) break;
    if (!isEnd(text, end, run[last + 1]?.start)) continue;
    if (isPhone(prefix + text.slice(start, end), digits, isTable)) longest = last;
  }
  return longest;
}

function prefixOf(text: string, start: number): string {
  return /(?:\+|\+?\()$/.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '';
}

/** Where a number can begin: at a blank, or behind a sign that no letter or digit precedes as in `RB-0123`. */
function isBorder(text: string, endBefore: number | undefined, start: number): boolean {
  const between = text.slice(endBefore ?? Math.max(0, start - 2), start);
  if (endBefore !== undefined) return /[\s(/]|[^.\-/]$/.test(between);
  return !/(?:\w|\w[+\-/])$/.test(between);
}

function isEnd(text: string, end: number, startNext: number | undefined): boolean {
  if (startNext !== undefined) return /[\s(/]|^(?:[^.-]|\.[^\d])/.test(text.slice(end, startNext));
  return !/^(?:\w|-\w)/.test(text.slice(end, end + 2));
}

function isGroupedAsPhone(run: DigitRun, first: number): boolean {
  const [a, b, c] = run.slice(first, first + 3).map(lengthOf);
  return a === 3 && b === 3 && c === 4;
}

function isPhone(text: string, digits: number, isTable: boolean): boolean {
  if (text.startsWith('+')) return digits >= 8;
  if (isTable) return JOINED.test(text);
  if (GROUPED.test(text) || (/^1[ -]/.test(text) && GROUPED.test(text.slice(2)))) return true;
  if (/^\(?00\D{0,2}[1-9]/.test(text)) return digits >= 8;
  return /^(?:0[^.-]|\()/.test(text) && digits >= 9 && digits <= 12 && /[\s()/-]/.test(text);
}
