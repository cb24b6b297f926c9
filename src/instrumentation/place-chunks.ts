/**
 * Finds what an assembly was given in what it returned, where the application or pack() did not
 * say it: enough for a reader that sees hashes alone. Only what is sure is recorded: whole = kept,
 * no trace = gone, anything else = not known.
 */
import { utf8Length } from '../model/utf8.js';
import type { LiveAssemblyLog, RecordedChunk } from './assembly-log.js';
import { boundedIndexOf } from './bounded-search.js';
import type { LoggedChunk } from './chunk-of.js';

const NOT_KNOWN = -1;
const PROBE_UNITS = 16;

interface Found {
  readonly segment: number;
  /** UTF-16 index in the segment. */
  readonly at: number;
  readonly form: 'exact' | 'trim' | 'json';
}

/** Records each of `chunks` as the segments show it. `withOffsets`: the segments are the whole sent context. */
export function placeChunks(
  log: LiveAssemblyLog,
  chunks: readonly LoggedChunk[],
  segments: readonly string[],
  withOffsets: boolean,
): void {
  const starts = segmentStarts(segments);
  let last: Found | undefined;
  for (const chunk of chunks) {
    const { text } = chunk;
    const found = text === undefined ? undefined : find(segments, text, last);
    last = found ?? last;
    const isGone = text !== undefined && found === undefined && hasNoTrace(segments, text);
    const offset =
      found === undefined
        ? undefined
        : (starts[found.segment] ?? 0) + utf8Length((segments[found.segment] ?? '').slice(0, found.at));
    log.recorded.push({
      chunk,
      offset: isGone ? -1 : withOffsets ? offset : undefined,
      keptBytes: isGone ? 0 : found === undefined ? NOT_KNOWN : utf8Length(text ?? ''),
      form: found?.form ?? '',
      planned: -1,
      label: '',
    });
  }
}

/** Turns places in the blocks that pack() built into places in the sent context. */
export function placeBlocks(log: LiveAssemblyLog, segments: readonly string[]): void {
  const starts = segmentStarts(segments);
  for (const { block, recorded } of log.blocks) {
    const segment = segments.findIndex((one) => (boundedIndexOf(one, block.text) ?? -1) >= 0);
    const held = segments[segment];
    if (held === undefined) continue;
    const base = (starts[segment] ?? 0) + utf8Length(held.slice(0, boundedIndexOf(held, block.text) ?? 0));
    shift(block, recorded, base);
  }
}

function shift(
  block: LiveAssemblyLog['blocks'][number]['block'],
  recorded: readonly RecordedChunk[],
  base: number,
): void {
  let bytes = 0;
  let measured = 0;
  for (const [index, entry] of block.entries.entries()) {
    const one = recorded[index];
    if (one === undefined || entry.start < 0 || entry.keptBytes <= 0) continue;
    // Entries stand in order: each stretch is measured once.
    if (entry.start < measured) bytes = measured = 0;
    bytes += utf8Length(block.text.slice(measured, entry.start));
    measured = entry.start;
    one.offset = base + bytes;
  }
}

/** Segments are joined by one LF (spec §3 "Sent context"). */
function segmentStarts(segments: readonly string[]): number[] {
  let start = 0;
  return segments.map((segment) => {
    const here = start;
    start += utf8Length(segment) + 1;
    return here;
  });
}

/** `last`: where the chunk before was found; this one mostly stands just behind. */
function find(segments: readonly string[], text: string, last: Found | undefined): Found | undefined {
  if (text === '') return undefined;
  const exact = findSpelled(segments, text, 'exact', last);
  if (exact !== undefined) return exact;
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const asIs = trimmed === text ? undefined : findSpelled(segments, trimmed, 'trim', last);
  if (asIs !== undefined) return asIs;
  const escaped = JSON.stringify(trimmed).slice(1, -1);
  return escaped === trimmed ? undefined : findSpelled(segments, escaped, 'json', last);
}

function findSpelled(
  segments: readonly string[],
  spelled: string,
  form: Found['form'],
  last: Found | undefined,
): Found | undefined {
  if (last !== undefined) {
    const at = boundedIndexOf(segments[last.segment] ?? '', spelled, last.at);
    if (at !== undefined && at >= 0) return { segment: last.segment, at, form };
  }
  for (const [segment, held] of segments.entries()) {
    const at = boundedIndexOf(held, spelled);
    if (at !== undefined && at >= 0) return { segment, at, form };
  }
  return undefined;
}

/** None of some short stretches of the text stands anywhere: it was not cut, escaped or edited, it is gone. */
function hasNoTrace(segments: readonly string[], text: string): boolean {
  const last = text.length - PROBE_UNITS;
  if (last < 0) return false;
  const places = [0, last >> 2, last >> 1, last - (last >> 2), last];
  return places.every((place) => {
    const probe = text.slice(place, place + PROBE_UNITS);
    return segments.every((segment) => !segment.includes(probe));
  });
}
