/** An answer as sentences, each with the quotes that it names: `[Q1]`, `[Q1][Q2]`, `[Q1, Q2]`. */

import { endsNoSentence } from './no-sentence-end.js';

export interface Sentence {
  /** As it stands in the answer, marks included, without white space at the edges. */
  readonly text: string;
  /** UTF-16 indexes in the answer. */
  readonly start: number;
  readonly end: number;
  /** Distinct, in the order named. */
  readonly quotes: readonly number[];
}

const MARK = /\[ ?Q\d{1,4}(?: ?[,;] ?Q\d{1,4})* ?\]/gi;
const WORD = /[\p{L}\p{N}]/u;
const HEADING = /^#{1,6}\s/;

/** Headings, and those of tables, are no sentences. The same on every host: nothing of its locale data is asked. */
export function sentencesOf(answer: string): readonly Sentence[] {
  // A bracket after a full stop would be taken for its closing one: as white space a mark ends the sentence before.
  const masked = answer.replace(MARK, (mark) => ' '.repeat(mark.length));
  const ends = sentenceEnds(answer, masked);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const [index, bound] of ends.entries()) {
    const end = index + 1 < ends.length ? ownEnd(answer, masked, start, bound) : bound;
    const text = answer.slice(start, end);
    const trimmed = text.trim();
    if (trimmed !== '' && !isHeading(trimmed)) {
      const from = start + text.indexOf(trimmed);
      sentences.push({ text: trimmed, start: from, end: from + trimmed.length, quotes: namedQuotes(trimmed) });
    }
    start = end;
  }
  return sentences;
}

/** The line under the head of a table, which has as many columns. */
const DELIMITERS = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?$/;

function isHeading(text: string): boolean {
  if (HEADING.test(text)) return true;
  const [head = '', delimiters = '', ...others] = text.split('\n', 3);
  if (!head.includes('|') || others.length > 0 || !DELIMITERS.test(delimiters.trim())) return false;
  return columns(head) === columns(delimiters);
}

function columns(row: string): number {
  return row.replaceAll(/\\\||^\s*\||\|\s*$/g, '').split('|').length;
}

/** What holds no word belongs to the sentence before. */
function sentenceEnds(answer: string, masked: string): number[] {
  const ends: Stop[] = [];
  let start = 0;
  for (const stop of stops(masked)) {
    const last = ends.at(-1);
    const isJoined = last !== undefined && (!WORD.test(masked.slice(last.next, stop.next)) || goesOnAfter(last));
    if (isJoined) ends.pop();
    else start = last?.next ?? 0;
    ends.push(stop);
  }
  return ends.map(({ next }) => next);

  function goesOnAfter({ stop, next, hasLineEnd }: Stop): boolean {
    if (hasLineEnd) return false;
    const beginsLine = ends.at(-2)?.hasLineEnd ?? true;
    const isMarked = answer.slice(stop, next) !== masked.slice(stop, next);
    return endsNoSentence(masked, { start, stop, next, beginsLine, isMarked });
  }
}

interface Stop {
  /** UTF-16 index behind the stop and what closes with it; `next`: behind the white space after it. */
  readonly stop: number;
  readonly next: number;
  readonly hasLineEnd: boolean;
}

/** Stops that white space follows, and those of scripts written without it. */
const SPACED_STOPS = new Set('.!?…؟۔।॥።։');
const STOPS = new Set('。！？｡');
const CLOSERS = new Set(`)]}"'”’»›」』）】`);
const LINE_ENDS = new Set('\n\r\u0085\u2028\u2029');
const SPACE = /\s/;
const LOWER_CASE = /\p{Ll}/u;

/** Where a sentence may end, white space behind it included; the last is the end of the text. */
function stops(text: string): readonly Stop[] {
  const found: Stop[] = [];
  let at = 0;
  const skip = (isSkipped: (character: string) => boolean): void => {
    while (at < text.length && isSkipped(text.charAt(at))) at++;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    at++;
    const isSpaced = SPACED_STOPS.has(character);
    if (!isSpaced && !STOPS.has(character) && !LINE_ENDS.has(character)) continue;
    if (isSpaced) skip((one) => SPACED_STOPS.has(one));
    if (!LINE_ENDS.has(character)) skip((one) => CLOSERS.has(one));
    const stop = at;
    skip((one) => SPACE.test(one));
    const hasLineEnd = LINE_ENDS.has(character) || /[\n\r\u0085\u2028\u2029]/.test(text.slice(stop, at));
    const goesOn = at === stop || LOWER_CASE.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
    if (isSpaced && goesOn && !hasLineEnd && at < text.length) continue;
    found.push({ stop, next: at, hasLineEnd });
  }
  if (found.at(-1)?.next !== text.length && text !== '')
    found.push({ stop: text.length, next: text.length, hasLineEnd: false });
  return found;
}

/** Marks behind the full stop of a sentence that has marks of its own are those of the next one. */
function ownEnd(answer: string, masked: string, start: number, bound: number): number {
  const words = start + masked.slice(start, bound).trimEnd().length;
  const hasOwn = namedQuotes(answer.slice(start, words)).length > 0;
  return hasOwn && words > start ? words : bound;
}

/** Numbers of the quotes that a text names. */
export function namedQuotes(text: string): readonly number[] {
  const numbers = [...text.matchAll(MARK)].flatMap(([mark]) =>
    [...mark.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  );
  return [...new Set(numbers)];
}
