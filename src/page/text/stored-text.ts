/**
 * A text of an incident as bytes, and the way from offsets into the original to places in what is
 * stored: redacted bytes have another length there.
 */
import type { RedactionMessage, TextMessage } from '../../proto/messages.generated.js';

export interface StoredRedaction extends Pick<RedactionMessage, 'rule' | 'bytes'> {
  /** In the stored bytes. */
  readonly start: number;
  readonly end: number;
}

export interface StoredText {
  readonly bytes: Uint8Array;
  readonly redactions: readonly StoredRedaction[];
  /** Where the original byte stands now; inside redacted bytes: where their mark begins, or ends. */
  place(originalOffset: number, edge: 'start' | 'end'): number;
  /** The way back; inside the mark of redacted bytes: where these begin. */
  originalOffset(place: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Undefined: the text was not kept. */
export function storedText(message: TextMessage | undefined): StoredText | undefined {
  if (message?.text === undefined) return undefined;
  const bytes = encoder.encode(message.text);
  const spans = validSpans(message.redactions ?? [], bytes.length);
  return {
    bytes,
    redactions: spans.map(({ rule, bytes: length, start, end }) => ({ rule, bytes: length, start, end })),
    place: (offset, edge) => onCodePoint(bytes, placeOf(offset, edge, spans, bytes.length), edge),
    originalOffset: (place) => originalOf(place, spans),
  };
}

interface Span extends StoredRedaction {
  readonly originalStart: number;
  readonly originalEnd: number;
}

/** A file may say anything: what is out of order or out of range is left out. */
function validSpans(redactions: readonly RedactionMessage[], storedLength: number): readonly Span[] {
  const spans: Span[] = [];
  let originalEnd = 0;
  let end = 0;
  for (const { offset, bytes, stored_bytes: storedBytes, rule } of redactions) {
    if (offset < originalEnd) continue;
    const start = end + (offset - originalEnd);
    if (start + storedBytes > storedLength) break;
    originalEnd = offset + bytes;
    end = start + storedBytes;
    spans.push({ rule, bytes, start, end, originalStart: offset, originalEnd });
  }
  return spans;
}

function placeOf(offset: number, edge: 'start' | 'end', spans: readonly Span[], storedLength: number): number {
  const before = spans[lastAtMost(spans, offset, 'originalStart')];
  const place =
    before === undefined
      ? offset
      : offset < before.originalEnd
        ? edge === 'start' || offset === before.originalStart
          ? before.start
          : before.end
        : before.end + (offset - before.originalEnd);
  return Math.max(0, Math.min(storedLength, place));
}

function originalOf(place: number, spans: readonly Span[]): number {
  const before = spans[lastAtMost(spans, place, 'start')];
  if (before === undefined) return place;
  return place < before.end ? before.originalStart : before.originalEnd + (place - before.end);
}

/** Index of the last span that begins at or before `offset`; −1: none. */
function lastAtMost(spans: readonly Span[], offset: number, key: 'originalStart' | 'start'): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span)[key] <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A start moves back to the start of its code point, an end on to the next one. */
export function onCodePoint(bytes: Uint8Array, place: number, edge: 'start' | 'end'): number {
  let at = place;
  while (at > 0 && at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at += edge === 'start' ? -1 : 1;
  return at;
}

export function textBetween(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** First place of the text at or after `from`, in bytes; −1: none. Linear time. */
export function findText(bytes: Uint8Array, text: string, from = 0): number {
  if (text === '') return -1;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(text, from, 'utf8');
}

export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
