/**
 * Offsets that an assembly claims (spec §4 "Need"): checked against the bytes or, where only the
 * digest is known, against its hash, first in the unit that was declared, then in the others.
 */
import type { AssemblyRecord, OffsetUnit } from '../../model/assembly-record.js';
import type { TextHash } from '../../model/judging-options.js';
import { lastAtMost } from '../text/last-at-most.js';
import { type Segment, type SentContext, preparedText } from './segments.js';

export interface ClaimedPlace {
  readonly segment: number;
  /** UTF-16 index in the segment. */
  readonly unit: number;
  /** It fits in the declared unit. */
  readonly isAsDeclared: boolean;
}

const UNITS: readonly OffsetUnit[] = ['byte', 'utf16', 'code_point'];

/**
 * First reading of the offset, in one of the units, of which `fits` holds. An assembly that made
 * only one segment of the context (`contextBytes` says which) counts from that one's start.
 */
export function findClaimed(
  context: SentContext,
  offset: number,
  record: Pick<AssemblyRecord, 'offsetUnit' | 'contextBytes'> | undefined,
  fits: (segment: Segment, unit: number) => boolean,
): ClaimedPlace | undefined {
  const declared = record?.offsetUnit ?? 'byte';
  for (const unit of [declared, ...UNITS.filter((other) => other !== declared)]) {
    for (const place of locateAll(context, offset, unit, record?.contextBytes)) {
      if (fits(context.segments[place.segment] as Segment, place.unit))
        return { ...place, isAsDeclared: unit === declared };
    }
  }
  return undefined;
}

/** The text of `length` bytes from there hashes to `digest`. */
export function fitsDigest(segment: Segment, unit: number, length: number, digest: string, hash: TextHash): boolean {
  const { index, byteLength } = preparedText(segment);
  const end = index.byteAt(unit) + length;
  if (end > byteLength) return false;
  const endUnit = index.unitAt(end, 'byte');
  return endUnit !== undefined && hash.digest(segment.text.slice(unit, endUnit)) === digest;
}

interface Located {
  readonly segment: number;
  readonly unit: number;
}

/** Segments are joined by one LF, which counts one in every unit. */
function locateAll(
  context: SentContext,
  offset: number,
  unit: OffsetUnit,
  contextBytes: number | undefined,
): readonly Located[] {
  const starts = startsIn(context, unit);
  const places: Located[] = [];
  const add = (segment: number, start: number): void => {
    const sent = context.segments[segment];
    const at = sent === undefined ? undefined : preparedText(sent).index.unitAt(offset - start, unit);
    if (at !== undefined) places.push({ segment, unit: at });
  };
  const segment = lastAtMost(starts, offset);
  if (segment >= 0) add(segment, starts[segment] as number);
  // What an assembly made is one of the first few segments: the rest is not worth asking.
  for (let made = 0; contextBytes !== undefined && made < Math.min(starts.length, MOST_MADE); made++) {
    if (preparedText(context.segments[made] as Segment).byteLength === contextBytes) add(made, 0);
  }
  return places;
}

const MOST_MADE = 64;
const startsOf = new WeakMap<SentContext, Map<OffsetUnit, readonly number[]>>();

/** Where each segment starts, in that unit. */
function startsIn(context: SentContext, unit: OffsetUnit): readonly number[] {
  const byUnit = startsOf.get(context) ?? new Map<OffsetUnit, readonly number[]>();
  startsOf.set(context, byUnit);
  let starts = byUnit.get(unit);
  if (starts === undefined) {
    let next = 0;
    starts = context.segments.map((segment) => {
      const start = next;
      next += preparedText(segment).index.length(unit) + 1;
      return start;
    });
    byUnit.set(unit, starts);
  }
  return starts;
}
