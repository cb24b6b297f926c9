/** What whole texts, or all claimed stretches, leave of the segments (spec §4 "what is left of the segments"). */
import type { Bounds } from '../search/prefix-automaton.js';
import type { PreparedText } from '../search/prepared-text.js';
import type { Reading } from '../forms/reading.js';

/** A reading of a segment, and what is left of it. */
export interface LeftReading {
  readonly segment: number;
  readonly reading: Reading;
  readonly parts: readonly Bounds[];
}

/** Raw and decoded, the least decoded first. `covered`: raw bytes per segment, in order, apart. */
export function leftReadings(
  segments: readonly PreparedText[],
  covered: readonly (readonly Bounds[])[],
): readonly LeftReading[] {
  return segments.flatMap((prepared, segment) =>
    [prepared.raw, ...prepared.json].map((reading) => ({
      segment,
      reading,
      parts: leftParts(reading, covered[segment] ?? [], prepared.byteLength),
    })),
  );
}

export function leftParts(reading: Reading, covered: readonly Bounds[], rawLength: number): readonly Bounds[] {
  return leftBy(covered, 0, rawLength).flatMap(({ from, to }) => {
    const part = { from: reading.firstFrom(from), to: reading.endBefore(to) };
    return part.to > part.from ? [part] : [];
  });
}

/** What of `[from, to)` the bounds (in order, apart) leave. */
export function leftBy(bounds: readonly Bounds[], from: number, to: number): readonly Bounds[] {
  const left: Bounds[] = [];
  let start = from;
  for (const bound of bounds) {
    if (bound.from > start) left.push({ from: start, to: Math.min(bound.from, to) });
    start = Math.max(start, bound.to);
    if (start >= to) return left;
  }
  if (start < to) left.push({ from: start, to });
  return left;
}

/** Where both hold; each in order, apart. */
export function inBoth(a: readonly Bounds[], b: readonly Bounds[]): readonly Bounds[] {
  const both: Bounds[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const one = a[i] as Bounds;
    const other = b[j] as Bounds;
    const from = Math.max(one.from, other.from);
    const to = Math.min(one.to, other.to);
    if (from < to) both.push({ from, to });
    if (one.to < other.to) i++;
    else j++;
  }
  return both;
}
