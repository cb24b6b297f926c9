/**
 * Where in the sent context a quote may stand that proves something: the chunks, and what stands
 * around them as they were packed (labels, headings, the line between two). The rest of a prompt says
 * what to do, and is no source.
 */
import { type Place } from '../../attribution/sent/presence.js';
import { placesOf } from '../../attribution/sent/places.js';
import type { Segment, SentContext } from '../../attribution/sent/segments.js';
import { PreparedText } from '../../attribution/search/prepared-text.js';
import { trimWhiteSpace } from '../../attribution/text/unicode.js';
import { utf8Length } from '../../model/utf8.js';
import type { PackedChunk, ReadPacked } from '../packed.js';
import { saidSegments, segmentOf } from '../said-segments.js';

export interface Quotable {
  /** All that is evidence: without the question and the instruction to quote. */
  readonly said: SentContext;
  /** The parts of it that hold chunks; all of it where it is not known what the chunks are, or where they stand. */
  readonly sources: SentContext;
}

/** Undefined: the sent context is not at hand. */
export function quotable(packed: Pick<ReadPacked, 'sent' | 'isListed' | 'chunks'>): Quotable | undefined {
  const { sent, isListed, chunks } = packed;
  if (sent === undefined) return undefined;
  const said = contextOf(sent.context, saidSegments(packed));
  const possible = chunks.filter(({ presence }) => presence !== 'not_sent');
  const isKnown = isListed && possible.every(({ text }) => text !== undefined);
  const parts = isKnown
    ? sourceParts(
        said,
        possible.filter(({ presence }) => presence === 'sent'),
      )
    : undefined;
  return { said, sources: parts === undefined ? said : contextOf(sent.context, parts) };
}

function contextOf({ byteLength, lossy, invalid, joined }: SentContext, segments: readonly Segment[]): SentContext {
  return { segments, byteLength, lossy, invalid, joined };
}

/** In bytes of the sent context; without an end where the form hides it. */
interface Span {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** Undefined: a chunk was sent, and nothing shows where. */
function sourceParts(said: SentContext, chunks: readonly PackedChunk[]): readonly Segment[] | undefined {
  const spans = spansOf(
    said,
    chunks.map(({ text = '' }) => trimWhiteSpace(text)).filter((text) => text !== ''),
  );
  if (spans === undefined) return undefined;
  const bySegment = new Map<number, Span>();
  for (const span of spans) {
    const known = bySegment.get(span.segment) ?? span;
    bySegment.set(span.segment, {
      ...span,
      from: Math.min(known.from, span.from),
      to: Math.max(known.to, span.to),
    });
  }
  return said.segments.flatMap((segment, number) => {
    const span = bySegment.get(number);
    return span === undefined ? [] : [withSurroundings(segment, span)];
  });
}

/** Enough to know a chunk by, where only part of it was sent, or its white space was changed inside. */
const PROBE_UNITS = 24;

function spansOf(said: SentContext, texts: readonly string[]): readonly Span[] | undefined {
  const whole = placesOf(said, texts);
  const others = texts.filter((_, index) => whole[index] === undefined);
  const probes = others.flatMap((text) => [text.slice(0, PROBE_UNITS), text.slice(-PROBE_UNITS)]);
  const parts = placesOf(said, probes);
  if (others.some((_, index) => parts[2 * index] === undefined && parts[2 * index + 1] === undefined)) return undefined;
  return [...spans(said, texts, whole), ...spans(said, probes, parts)];
}

function spans(said: SentContext, texts: readonly string[], places: readonly (Place | undefined)[]): readonly Span[] {
  return places.flatMap((place, index): Span[] => {
    if (place === undefined) return [];
    const { segment, form, offset } = place;
    // Escapes make a text longer by an amount that only the escaped text shows: then all of the segment.
    if (form === 'json') return [{ segment, from: said.segments[segment]?.startByte ?? offset, to: Infinity }];
    return [{ segment, from: offset, to: offset + utf8Length(texts[index] ?? '') }];
  });
}

const BLANK_LINE = /\n[^\S\n]*\n/g;

/** From the paragraph in which the first chunk begins to the line in which the last one ends. */
function withSurroundings(segment: Segment, { from, to }: Span): Segment {
  const { text, startByte } = segment;
  const { index } = new PreparedText(text);
  const start = index.unitAt(from - startByte, 'byte') ?? 0;
  const end = index.unitAt(to - startByte, 'byte') ?? text.length;
  let paragraph = 0;
  for (const { 0: blank, index: at } of text.slice(0, start).matchAll(BLANK_LINE)) paragraph = at + blank.length;
  const line = text.indexOf('\n', end);
  return segmentOf({ segment, from: paragraph, to: line < 0 ? text.length : line });
}
