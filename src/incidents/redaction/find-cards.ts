/** Payment cards: 13 to 19 digits that begin as cards do and pass Luhn's check, whatever digits stand beside them. */
import type { TextRange } from '../../model/redactor.js';
import { digitRuns, lengthOf, type DigitRun } from './digit-groups.js';

const LEAST_DIGITS = 13;
const MOST_DIGITS = 19;
/** Digits of the first group, and of those between it and the last. */
const LEAST_FIRST = 4;
const LEAST_NEXT = 3;
/** Blanks and hyphens of every kind. */
const SEPARATOR = /[\p{Zs}\p{Pd}]/u;
/** Of card networks. Counts of milliseconds and nanoseconds begin with 1, as one network with 15 digits does. */
const BEGIN = /^(?:[2-6]|8[12]|9792|1\d{14}$)/;

export function findCards(text: string): TextRange[] {
  return digitRuns(text, SEPARATOR, 1).flatMap((run) => cardsIn(text, run));
}

/** Every stretch of whole groups is tried: an expiry, a check number or a count may stand on either side. */
function cardsIn(text: string, run: DigitRun): TextRange[] {
  const found: TextRange[] = [];
  for (const [first, group] of run.entries()) {
    if (first > 0 && lengthOf(group) < LEAST_FIRST) continue;
    let length = 0;
    for (let last = first; last < run.length; last += 1) {
      length += lengthOf(run[last] as TextRange);
      if (length > MOST_DIGITS) break;
      if (length < LEAST_DIGITS) continue;
      const groups = run.slice(first, last + 1);
      // A list of small numbers has so many stretches that some pass any check: only all of it is tried.
      if (groups.length < run.length && !isGroupedAsCard(groups)) continue;
      const range = { start: (groups[0] as TextRange).start, end: (groups.at(-1) as TextRange).end };
      if (isCard(groups.map(({ start, end }) => text.slice(start, end)).join('')) && !isPartOfOther(text, range))
        found.push(range);
    }
  }
  return found;
}

/** `4-4-4-4`, `4-6-5`, `4-3-3-3`, one group, and what is between. */
function isGroupedAsCard(groups: DigitRun): boolean {
  return groups.every(
    (group, index) => index === groups.length - 1 || lengthOf(group) >= (index === 0 ? LEAST_FIRST : LEAST_NEXT),
  );
}

function isCard(digits: string): boolean {
  return BEGIN.test(digits) && !/^(\d)\1*$/.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Hexadecimal, with a letter in it. */
const HASH = /^(?=.*[a-f])[0-9a-f]{20,}$/i;
/** Of a word that is looked at on either side: longer than any hash. */
const MOST_BESIDE = 128;

/** The digits of a decimal number, of a hash or of a UUID. */
function isPartOfOther(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - MOST_BESIDE), start);
  const after = text.slice(end, end + MOST_BESIDE);
  if (/\d\.$/.test(before) || /^\.\d/.test(after)) return true;
  const word = `${/[\w-]*$/.exec(before)?.[0] ?? ''}${text.slice(start, end)}${/^[\w-]*/.exec(after)?.[0] ?? ''}`;
  return UUID.test(word) || HASH.test(word.replaceAll('-', ''));
}
