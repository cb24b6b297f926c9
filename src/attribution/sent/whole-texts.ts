/**
 * Which texts of a log stand whole in the segments of a run, and which bytes are theirs (spec §4
 * "Presence": exact, trim, json; "Bytes inside another chunk or a parent are presence").
 *
 * How it works: chunks mostly stand in rank order, so each is first searched at native speed from
 * where the one before ended. When all are there, nothing else is done: no byte of the context is
 * looked at twice. Only when some are missing are the segments walked, for all texts at once, raw
 * and decoded; this also yields which bytes belong to whole texts, what is left being searched for
 * the missing ones.
 */
import type { LogText } from './log-texts.js';
import { type Bounds } from '../search/prefix-automaton.js';
import { PatternSearch, joinBounds } from '../search/pattern-search.js';
import type { PreparedText } from '../search/prepared-text.js';
import { QuickFind } from '../text/quick-find.js';
import type { Reading } from '../forms/reading.js';

export interface WholeTexts {
  /** Per text. Certain only for those handed on, until `covered` was asked for. */
  readonly isWhole: readonly boolean[];
  /** Per segment: raw bytes of whole texts, in order, not touching. */
  readonly covered: () => readonly (readonly Bounds[])[];
}

/** Walking a segment costs us about as much: more native searching than this would not pay. */
const SPENT_PER_UNIT = 0.5;

export function findWholeTexts(segments: readonly PreparedText[], texts: readonly LogText[]): WholeTexts {
  const isWhole = texts.map(() => false);
  let covered: readonly (readonly Bounds[])[] | undefined;
  const walk = (): readonly (readonly Bounds[])[] => (covered ??= coverSegments(segments, texts, isWhole));
  const missing = sweep(segments, texts, isWhole);
  if (missing) walk();
  return { isWhole, covered: walk };
}

/** Marks what is found in passing; tells whether any text handed on was not. */
function sweep(segments: readonly PreparedText[], texts: readonly LogText[], isWhole: boolean[]): boolean {
  const units =
    segments.reduce((sum, { text }) => sum + text.length, 0) + texts.reduce((sum, { core }) => sum + core.length, 0);
  const quick = new QuickFind(SPENT_PER_UNIT * units);
  let pending = texts.flatMap(({ isHandedOn }, index) => (isHandedOn ? [index] : []));
  for (const { text } of segments) {
    let end = 0;
    pending = pending.filter((index) => {
      const { core } = texts[index] as LogText;
      const at = core.length > text.length ? -1 : findAround(quick, text, core, end);
      if (at < 0) return true;
      end = at + core.length;
      isWhole[index] = true;
      return false;
    });
    if (pending.length === 0) return false;
  }
  return pending.length > 0;
}

/** After `middle` first, then before it. −1: not found, or not looked for any further. */
function findAround(quick: QuickFind, text: string, needle: string, middle: number): number {
  const after = quick.find(text, needle, middle) ?? -1;
  if (after >= 0 || middle === 0) return after;
  return quick.find(text.slice(0, middle + needle.length - 1), needle) ?? -1;
}

function coverSegments(
  segments: readonly PreparedText[],
  texts: readonly LogText[],
  isWhole: boolean[],
): readonly (readonly Bounds[])[] {
  const search = new PatternSearch(texts.map(({ bytes }) => bytes));
  const searchIn = (reading: Reading): readonly Bounds[] => {
    const standing = search.search(reading.bytes, [{ from: 0, to: reading.bytes.length }]);
    for (const index of standing.first.keys()) isWhole[index] = true;
    return standing.covered.map(({ from, to }) => ({ from: reading.rawStart(from), to: reading.rawEnd(to) }));
  };
  return segments.map((segment) => joinBounds([segment.raw, ...segment.json].flatMap(searchIn)));
}
