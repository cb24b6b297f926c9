/** Of the contexts that speak for a run, the one the verdict is about, and where things stand in it. */
import type {
  IncidentMessage,
  RetrievedItemMessage,
  SegmentMessage,
  SentContextMessage,
} from '../proto/messages.generated.js';
import { lineAt, needLines } from './text/need-lines.js';
import { findText, storedText, type StoredText } from './text/stored-text.js';
import { handedOn, placedChunks, type PlacedChunk } from './triple-places.js';

export interface PlacedSegment {
  readonly message: SegmentMessage;
  readonly text: StoredText | undefined;
}

export interface ContextPlaces {
  readonly context: SentContextMessage;
  readonly segments: readonly PlacedSegment[];
  readonly chunks: readonly PlacedChunk[];
  /** Where the verdict found the need. */
  readonly needOffset: number | undefined;
}

/** Bytes of items looked for in contexts that have no assembly record. */
const MAX_SEARCHED_BYTES = 64_000_000;

/** Undefined: nothing of the sent context was logged. */
export function contextPlaces(incident: IncidentMessage): ContextPlaces | undefined {
  const { triple, verdict } = incident;
  const contexts = [...(triple?.earlier_contexts ?? []), ...(triple?.context === undefined ? [] : [triple.context])];
  const offset = verdict?.evidence?.offset;
  const needOffset = offset === undefined || offset < 0 ? undefined : offset;
  const context =
    (needOffset === undefined ? undefined : contexts.find((one) => holdsLine(one, incident, needOffset))) ??
    contexts.at(-1);
  if (context === undefined) return undefined;
  const segments = (context.segments ?? []).map((message) => ({ message, text: storedText(message.text) }));
  const recorded = context === triple?.context ? placedChunks(incident) : [];
  return {
    context,
    segments,
    chunks: recorded.length > 0 ? recorded : searchedChunks(incident, segments),
    needOffset,
  };
}

export function segmentAt(segments: readonly PlacedSegment[], offset: number): PlacedSegment | undefined {
  return segments.findLast(
    ({ message }) => message.offset <= offset && offset <= message.offset + (message.text?.bytes ?? 0),
  );
}

function holdsLine(context: SentContextMessage, incident: IncidentMessage, offset: number): boolean {
  const segments = (context.segments ?? []).map((message) => ({ message, text: storedText(message.text) }));
  const found = segmentAt(segments, offset);
  if (found?.text === undefined) return false;
  return (
    lineAt(found.text, needLines(incident.case), found.text.place(offset - found.message.offset, 'start')) !== undefined
  );
}

/** Without a record: items sent whole stand where their bytes do. For display alone. */
function searchedChunks(incident: IncidentMessage, segments: readonly PlacedSegment[]): readonly PlacedChunk[] {
  const rivals = new Set(incident.verdict?.evidence?.distractors);
  let left = MAX_SEARCHED_BYTES;
  const placed = handedOn(incident.triple).flatMap((item) => {
    const text = item.text?.text;
    if (item.fate !== 'sent' || text === undefined || text === '' || item.bytes === undefined) return [];
    for (const { message, text: segment } of segments) {
      if (segment === undefined || message.is_evidence !== true || left <= 0) continue;
      left -= segment.bytes.length;
      const place = findText(segment.bytes, text);
      if (place >= 0) return [placedItem(item, message.offset + segment.originalOffset(place), incident, rivals)];
    }
    return [];
  });
  return placed.sort((a, b) => a.offset - b.offset);
}

function placedItem(
  item: RetrievedItemMessage,
  offset: number,
  { verdict }: IncidentMessage,
  rivals: ReadonlySet<string>,
): PlacedChunk {
  return {
    rank: item.rank,
    ...(item.id === undefined ? {} : { id: item.id }),
    offset,
    bytes: item.bytes ?? 0,
    isPart: false,
    isNeed: item.digest !== undefined && item.digest === verdict?.evidence?.digest,
    isRival: item.digest !== undefined && rivals.has(item.digest),
  };
}
