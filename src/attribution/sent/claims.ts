/**
 * Who owns the bytes that several items could have left (spec §4 "Parts"): the longest stretch; and
 * the question its own, where no stretch reaches 16 bytes beyond them.
 */
import { KEPT_MIN_BYTES } from './kept-pair.js';
import type { Bounds } from '../search/prefix-automaton.js';
import type { Reading } from '../forms/reading.js';
import { isCodePointStart } from '../text/utf8-bytes.js';

/** A kept prefix or suffix as it was found. */
export interface Claim {
  readonly text: number;
  readonly isPrefix: boolean;
  /** Bytes of the item. */
  readonly length: number;
  /** Below this the stretch says nothing of this item: 16 more than any start (end) it shares. */
  readonly least: number;
  readonly reading: Reading;
  /** Where it starts in the reading. */
  readonly at: number;
}

/** A claim that was granted, in full or in part, with its raw bytes of the segment. */
export type Stretch = Claim & Bounds;

/** `question`: raw bytes of the segment where the question stands. Granted stretches come in order of place. */
export function grantClaims(claims: readonly Claim[], question: readonly Bounds[]): readonly Stretch[] {
  const standing = claims.flatMap((claim) => trim(claim, bindingQuestions(claim, question)) ?? []);
  const granted: Stretch[] = [];
  for (const claim of standing.toSorted(compare)) {
    const left = trim(claim, overlapping(granted, placeOf(claim)));
    if (left === undefined) continue;
    const place = placeOf(left);
    granted.splice(firstAtOrAfter(granted, place.from), 0, { ...left, ...place });
  }
  return granted;
}

function placeOf({ reading, at, length }: Claim): Bounds {
  return { from: reading.rawStart(at), to: reading.rawEnd(at + length) };
}

/** Longest first, then the lower rank, then the prefix. */
function compare(a: Claim, b: Claim): number {
  return b.length - a.length || a.text - b.text || Number(b.isPrefix) - Number(a.isPrefix);
}

function bindingQuestions(claim: Claim, question: readonly Bounds[]): readonly Bounds[] {
  if (question.length === 0) return question;
  const place = placeOf(claim);
  return overlapping(question, place).filter(
    (own) => own.from - place.from < KEPT_MIN_BYTES && place.to - own.to < KEPT_MIN_BYTES,
  );
}

/** What others leave of a claim: a prefix must keep its start, a suffix its end. */
function trim(claim: Claim, others: readonly Bounds[]): Claim | undefined {
  const other = claim.isPrefix ? others[0] : others.at(-1);
  if (other === undefined) return claim;
  const { reading, at, length, least } = claim;
  const place = placeOf(claim);
  if (claim.isPrefix ? other.from <= place.from : other.to >= place.to) return undefined;
  let start = at;
  let end = at + length;
  if (claim.isPrefix)
    for (end = Math.min(end, reading.endBefore(other.from)); end > at && continues(reading, end);) end--;
  else for (start = Math.max(at, reading.firstFrom(other.to)); start < end && continues(reading, start);) start++;
  return end - start < least ? undefined : { ...claim, at: start, length: end - start };
}

function continues({ bytes }: Reading, at: number): boolean {
  return at < bytes.length && !isCodePointStart(bytes[at] as number);
}

/** Those of the bounds (in order, apart) that share bytes with `[from, to)`. */
function overlapping<T extends Bounds>(bounds: readonly T[], { from, to }: Bounds): readonly T[] {
  let first = firstAtOrAfter(bounds, from);
  if (first > 0 && (bounds[first - 1] as T).to > from) first--;
  const found: T[] = [];
  for (let index = first; index < bounds.length && (bounds[index] as T).from < to; index++)
    found.push(bounds[index] as T);
  return found;
}

function firstAtOrAfter(bounds: readonly Bounds[], from: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as Bounds).from < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
