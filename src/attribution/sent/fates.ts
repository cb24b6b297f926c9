/** The fate of each item handed on (spec §4 "Fate"), once it is known how each stands. */
import type { AssemblyRecord } from '../../model/assembly-record.js';
import type { Fate, UnknownReason } from '../../model/verdict.js';
import { type CallPlaces, type Cut, type RankedItem, plannedAt, recordedCut, visibleCut } from './cuts.js';
import { chunksOf } from './record-index.js';

export interface GroupFate {
  readonly fate: Fate;
  readonly cut?: Cut;
  /** Of an `unknown` that the standing does not explain. */
  readonly reason?: UnknownReason;
}

const SENT: GroupFate = { fate: 'sent' };

/** `items`: distinct, in rank order. `records`: per contributing call. */
export function assignFates(
  items: readonly RankedItem[],
  records: readonly (AssemblyRecord | undefined)[],
  places: CallPlaces,
): readonly GroupFate[] {
  // Most runs: nothing is missing.
  if (items.every(({ standing }) => standing.shows === 'whole')) return items.map(() => SENT);
  const cuts = new Map<number, Cut>();
  for (const record of records)
    for (const [index, cut] of recordedCut(items, record)) if (!cuts.has(index)) cuts.set(index, cut);
  const unproven = new Set<number>();
  records.forEach((record, call) => {
    const visible = visibleCut(items, call, places);
    for (const index of visible?.items ?? []) {
      if (cuts.has(index) || visible === undefined) continue;
      if (visible.isUnproven) unproven.add(index);
      else
        cuts.set(index, {
          ...(record?.cutAt === undefined
            ? {}
            : { at: record.cutAt, ...(record.unit === undefined ? {} : { unit: record.unit }) }),
          side: visible.side,
        });
    }
  });

  const isThere = ({ standing }: RankedItem): boolean => standing.shows !== 'nothing' && standing.shows !== 'unknown';
  const lastThere = items.findLastIndex(isThere);
  const firstGone = items.findIndex(({ standing }) => standing.shows === 'nothing');
  return items.map((item, index): GroupFate => {
    switch (item.standing.shows) {
      case 'whole':
        return SENT;
      case 'altered':
      case 'edited':
        return { fate: 'altered' };
      case 'unknown':
        return { fate: 'unknown' };
      case 'part':
      case 'nothing': {
        const cut = cuts.get(index);
        if (cut !== undefined) return { fate: 'cut', cut };
        if (unproven.has(index)) return { fate: 'unknown', reason: 'lossy_capture' };
        if (item.standing.shows === 'part') return { fate: 'clipped' };
        if (lastThere >= 0 && firstGone > lastThere) return { fate: 'packed_out' };
        return {
          fate:
            lastThere > index && !records.some((record) => isPlanned(record, item.digest)) ? 'deselected' : 'dropped',
        };
      }
    }
  });
}

/** The record gave it a place, before any cut or after. */
function isPlanned(record: AssemblyRecord | undefined, digest: string | undefined): boolean {
  if (plannedAt(record, digest) !== undefined) return true;
  return chunksOf(record, digest).some(({ keptBytes = 0, offset = -1 }) => keptBytes > 0 || offset >= 0);
}
