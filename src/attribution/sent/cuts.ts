/**
 * Truncation of the context (spec §4 "Fate", `cut`): recorded by an assembly, or visible in one
 * call's bytes. Works on items in rank order of which nothing is whole or altered.
 */
import type { AssemblyRecord, CutSide } from '../../model/assembly-record.js';
import type { Evidence } from '../../model/verdict.js';
import { chunksOf } from './record-index.js';
import { mostKept } from './record-presence.js';
import type { CallPart, Standing } from './standing.js';

export type Cut = NonNullable<Evidence['cut']>;

/** The items as cuts see them, in rank order. */
export interface RankedItem {
  readonly standing: Standing;
  readonly digest?: string;
}

/** Where other items stand in a call, to know that none comes after (before) a kept stretch. */
export interface CallPlaces {
  standsAfter(call: number, place: NonNullable<CallPart['place']>): boolean;
  standsBefore(call: number, place: NonNullable<CallPart['place']>): boolean;
}

/** Planned position of an item, of the first record that knows one; in the budget's unit. */
export function plannedAt(record: AssemblyRecord | undefined, digest: string | undefined): number | undefined {
  return mostKept(chunksOf(record, digest).filter((chunk) => chunk.plannedAt !== undefined && chunk.plannedAt >= 0))
    ?.plannedAt;
}

const isGone = ({ standing }: RankedItem): boolean => standing.shows === 'nothing';
const isPart = ({ standing }: RankedItem): boolean => standing.shows === 'part';

/** Items beyond a recorded cut, by their place in `items`. */
export function recordedCut(
  items: readonly RankedItem[],
  record: AssemblyRecord | undefined,
): ReadonlyMap<number, Cut> {
  const cuts = new Map<number, Cut>();
  const at = record?.cutAt;
  if (record === undefined || at === undefined) return cuts;
  const side = record.cutSide ?? 'tail';
  const cut: Cut = { at, ...(record.unit === undefined ? {} : { unit: record.unit }), side };
  const planned = items.map(({ digest }) => plannedAt(record, digest));
  const lastBefore = planned.reduce<number>(
    (last, place) => (place !== undefined && place < at && place > last ? place : last),
    -1,
  );
  const lastKept = items.findLastIndex((item) => keepsAnything(item));
  const firstKept = items.findIndex((item) => keepsAnything(item));
  items.forEach((item, index) => {
    if ((!isGone(item) && !isPart(item)) || item.standing.isSplit) return;
    const place = planned[index];
    const isBeyond =
      place === undefined ? isOuterRank(side, index, firstKept, lastKept) : side === 'head' ? place < at : place >= at;
    // The item that the cut falls into starts before it.
    const straddles =
      side !== 'head' && place !== undefined && place === lastBefore && isPart(item) && keeps(item, 'prefix');
    if (isBeyond || straddles) cuts.set(index, cut);
  });
  return cuts;
}

function keepsAnything({ standing }: RankedItem): boolean {
  return standing.shows !== 'nothing' && standing.shows !== 'unknown';
}

/** Where no position was planned: no later (head: earlier) rank keeps anything; middle: ranks on both sides do. */
function isOuterRank(side: CutSide, index: number, firstKept: number, lastKept: number): boolean {
  if (side === 'tail') return lastKept <= index;
  if (side === 'head') return firstKept < 0 || firstKept >= index;
  return firstKept <= index && index <= lastKept;
}

/** All that is kept of it, in whatever call, is a prefix (suffix). */
function keeps({ standing }: RankedItem, side: 'prefix' | 'suffix'): boolean {
  const other = side === 'prefix' ? 'suffix' : 'prefix';
  return [...standing.parts.values()].every((part) => part[side] > 0 && part[other] === 0);
}

export interface VisibleCut {
  readonly side: CutSide;
  /** Places in `items`. */
  readonly items: readonly number[];
  /** It ends where a value limit may have. */
  readonly isUnproven: boolean;
}

/** A truncation that one call's bytes show. */
export function visibleCut(items: readonly RankedItem[], call: number, places: CallPlaces): VisibleCut | undefined {
  const parts = items.flatMap((item, index) => {
    const part = item.standing.parts.get(call);
    return part === undefined || item.standing.state === 'in' ? [] : [{ index, item, part }];
  });
  const [first, second] = parts;
  if (first === undefined || parts.length > 2 || parts.some(({ item }) => !isPart(item) || item.standing.isSplit))
    return undefined;
  const areGone = (from: number, to: number): boolean => items.slice(from, to).every(isGone);
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, offset) => from + offset);
  const { index, part } = first;
  if (second === undefined) {
    const { place } = part;
    if (
      part.suffix === 0 &&
      areGone(index + 1, items.length) &&
      (place === undefined || !places.standsAfter(call, place))
    ) {
      return { side: 'tail', items: numbers(index, items.length), isUnproven: place?.endUnproven === true };
    }
    if (part.prefix === 0 && areGone(0, index) && (place === undefined || !places.standsBefore(call, place))) {
      return { side: 'head', items: numbers(0, index + 1), isUnproven: false };
    }
    return undefined;
  }
  const isMiddle =
    part.suffix === 0 && second.part.prefix === 0 && areGone(index + 1, second.index) && isBefore(part, second.part);
  return isMiddle ? { side: 'middle', items: numbers(index, second.index + 1), isUnproven: false } : undefined;
}

function isBefore({ place: a }: CallPart, { place: b }: CallPart): boolean {
  if (a === undefined || b === undefined) return true;
  return a.position < b.position || (a.position === b.position && a.to <= b.from);
}
