/** How an item stands in the sent contexts, before the fates of all items together are told. */
import type { AlteredPlace } from './altered-texts.js';
import type { AcceptableForm, UnknownReason } from '../../model/verdict.js';
import type { RecordFinding } from './record-presence.js';

/** What one call keeps of an item that is not whole. */
export interface CallPart {
  readonly prefix: number;
  readonly suffix: number;
  /** Where, unless the record alone says so. */
  readonly place?: {
    /** Position of the segment among the call's evidence. */
    readonly position: number;
    readonly distinct: number;
    /** Raw bytes of the segment. */
    readonly from: number;
    readonly to: number;
    /** The last kept byte is the last of a text whose end may be a value limit's. */
    readonly endUnproven: boolean;
  };
}

export interface Standing {
  /** Of the item's bytes, whole: in, out, or not known for `reason`. */
  readonly state: 'in' | 'out' | 'unknown';
  readonly reason?: UnknownReason;
  /** What the bytes or the record show of it; `unknown` where neither shows anything. */
  readonly shows: 'whole' | 'altered' | 'edited' | 'part' | 'nothing' | 'unknown';
  /** Of `whole` in an accepted form, and of `altered`. */
  readonly altered?: AlteredPlace;
  /** Of `altered` by record. */
  readonly form?: AcceptableForm | 'edited';
  /** Of `whole` by hash, at a place that was claimed or is a segment. */
  readonly hashed?: {
    readonly call: number;
    readonly segment: number;
    readonly byte: number;
    readonly isAsDeclared: boolean;
  };
  /** Of `whole` by record alone: the call, and what the record says. */
  readonly recorded?: { readonly call: number; readonly finding: RecordFinding };
  /** By call. */
  readonly parts: ReadonlyMap<number, CallPart>;
  /** A prefix in one call and a suffix in another cover all of it: nothing was truncated. */
  readonly isSplit: boolean;
}

/** Bytes of an item that the call which keeps most of it keeps. */
export function mostKeptBytes(parts: ReadonlyMap<number, CallPart>): number {
  let most = 0;
  for (const { prefix, suffix } of parts.values()) most = Math.max(most, prefix + suffix);
  return most;
}

/** Spec §5 "Bytes split over calls". */
export function areSplit(parts: ReadonlyMap<number, CallPart>, length: number | undefined): boolean {
  if (length === undefined || parts.size < 2) return false;
  const entries = [...parts];
  return entries.some(
    ([call, { prefix }]) =>
      prefix > 0 && entries.some(([other, { suffix }]) => other !== call && suffix > 0 && prefix + suffix >= length),
  );
}
