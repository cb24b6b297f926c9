/** Where chunks, the need and the cut lie in the sent context: numbers alone, as the file has them. */
import type {
  EvidenceMessage,
  IncidentMessage,
  RetrievedItemMessage,
  TripleMessage,
} from '../proto/messages.generated.js';

export interface PlacedChunk {
  /** 1-based; absent: the record names a chunk that the log has not. */
  readonly rank?: number;
  readonly id?: string;
  readonly offset: number;
  readonly bytes: number;
  /** Part of it is missing. */
  readonly isPart: boolean;
  readonly isNeed: boolean;
  readonly isRival: boolean;
}

export interface PlannedChunk {
  readonly rank?: number;
  readonly id?: string;
  readonly at: number;
  readonly isNeed: boolean;
}

/** The item of the log that the verdict is about. */
export function needItem({ triple, verdict }: IncidentMessage): RetrievedItemMessage | undefined {
  const digest = verdict?.evidence?.digest;
  if (digest === undefined) return undefined;
  return triple?.retrieval?.items?.find((item) => item.digest === digest);
}

/** Chunks that stand in the sent context, in order of place. */
export function placedChunks({ triple, verdict }: IncidentMessage): readonly PlacedChunk[] {
  const items = itemsByDigest(triple);
  const rivals = new Set(verdict?.evidence?.distractors);
  return (triple?.assembly?.chunks ?? [])
    .flatMap(({ digest, offset, kept_bytes: kept }) => {
      const item = digest === undefined ? undefined : items.get(digest);
      const bytes = kept ?? item?.bytes;
      if (offset === undefined || offset < 0 || bytes === undefined || bytes === 0) return [];
      return [
        {
          ...(item === undefined ? {} : { rank: item.rank }),
          ...(item?.id === undefined ? {} : { id: item.id }),
          offset,
          bytes,
          isPart: item?.bytes !== undefined && bytes < item.bytes,
          isNeed: digest !== undefined && digest === verdict?.evidence?.digest,
          isRival: digest !== undefined && rivals.has(digest),
        },
      ];
    })
    .sort((a, b) => a.offset - b.offset);
}

/** Where chunks would start before any cut, in the budget's unit. */
export function plannedChunks({ triple, verdict }: IncidentMessage): readonly PlannedChunk[] {
  const items = itemsByDigest(triple);
  const need = verdict?.evidence;
  const planned = (triple?.assembly?.chunks ?? []).flatMap(({ digest, planned_at: at }) => {
    const item = digest === undefined ? undefined : items.get(digest);
    if (at === undefined) return [];
    return [
      {
        ...(item === undefined ? {} : { rank: item.rank }),
        ...(item?.id === undefined ? {} : { id: item.id }),
        at,
        isNeed: digest !== undefined && digest === need?.digest,
      },
    ];
  });
  if (need?.planned_at !== undefined && !planned.some(({ isNeed }) => isNeed))
    planned.push({ ...(need.rank === undefined ? {} : { rank: need.rank }), at: need.planned_at, isNeed: true });
  return planned.sort((a, b) => a.at - b.at);
}

function itemsByDigest(triple: TripleMessage | undefined): ReadonlyMap<string, RetrievedItemMessage> {
  const items = new Map<string, RetrievedItemMessage>();
  for (const item of triple?.retrieval?.items ?? [])
    if (item.digest !== undefined && !items.has(item.digest)) items.set(item.digest, item);
  return items;
}

export interface RecordedCut {
  readonly at?: number;
  readonly unit?: string;
  readonly side: string;
  /** In the sent context's bytes, where that can be told. */
  readonly offset?: number;
}

/** As the assembly recorded it, or as it shows in the context. */
export function cutOf(incident: IncidentMessage): RecordedCut | undefined {
  const record = incident.triple?.assembly;
  const seen: EvidenceMessage['cut'] = incident.verdict?.evidence?.cut;
  const at = record?.cut_at ?? seen?.at;
  const side = record?.cut_side ?? seen?.side;
  if (at === undefined && side === undefined) return undefined;
  const unit = record?.unit ?? seen?.unit;
  const offset = cutOffset(placedChunks(incident), side ?? 'tail');
  return {
    ...(at === undefined ? {} : { at }),
    ...(unit === undefined ? {} : { unit }),
    side: side ?? 'tail',
    ...(offset === undefined ? {} : { offset }),
  };
}

/** A cut of the tail falls behind the last byte that was kept, one of the head before the first. */
function cutOffset(placed: readonly PlacedChunk[], side: string): number | undefined {
  if (placed.length === 0) return undefined;
  if (side === 'head') return (placed[0] as PlacedChunk).offset;
  const part = placed.find(({ isPart }) => isPart);
  if (side === 'middle') return part === undefined ? undefined : part.offset + part.bytes;
  const last = placed.reduce((most, one) => (one.offset + one.bytes > most.offset + most.bytes ? one : most));
  return last.offset + last.bytes;
}

/** Handed on and not a byte of it sent: what the cut, or whatever else, took. */
export function lostItems({ triple }: IncidentMessage): readonly RetrievedItemMessage[] {
  return handedOn(triple).filter(({ fate }) => fate !== undefined && fate !== 'sent' && fate !== 'unknown');
}

export function handedOn(triple: TripleMessage | undefined): readonly RetrievedItemMessage[] {
  const items = triple?.retrieval?.items ?? [];
  return items.slice(0, triple?.retrieval?.handed_on ?? items.length);
}
