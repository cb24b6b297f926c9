/**
 * What is kept of items that are not whole (spec §4 "Parts"): per segment, the stretches that are
 * granted to them in what whole texts left.
 */
import type { Traces } from '../search/block-index.js';
import { type Claim, type Stretch, grantClaims } from './claims.js';
import { searchEdges } from '../search/edge-search.js';
import { type KeptPair, keptPair } from './kept-pair.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';
import type { Bounds } from '../search/prefix-automaton.js';
import type { Reading } from '../forms/reading.js';
import { equalBytes } from '../text/utf8-bytes.js';

/** One item in one segment. */
export interface KeptPart {
  /** Bytes of the item, its white space at the edge included where that stands too. */
  readonly prefix: number;
  readonly suffix: number;
  /** Bytes of the trimmed item. */
  readonly corePrefix: number;
  readonly coreSuffix: number;
  /** Raw bytes of the segment, from the first kept one to the last. */
  readonly from: number;
  readonly to: number;
}

export interface SegmentParts {
  readonly stretches: readonly Stretch[];
  /** By text. */
  readonly kept: ReadonlyMap<number, KeptPart>;
}

/** Per segment that holds any. */
export function findKeptParts(
  texts: readonly LogText[],
  readings: readonly LeftReading[],
  traces: Traces,
  questionIn: (segment: number) => readonly Bounds[],
): ReadonlyMap<number, SegmentParts> {
  const prefixes = searchEdges(texts, readings, traces, false);
  const suffixes = searchEdges(texts, readings, traces, true);
  const pairs = new Map<number, Map<number, FoundPair>>();
  readings.forEach(({ segment, reading }, number) => {
    const starts = prefixes.lengthsIn(number);
    const ends = suffixes.lengthsIn(number);
    for (const text of new Set([...starts.keys(), ...ends.keys()])) {
      const pair = keptPair((texts[text] as LogText).bytes, starts.get(text), ends.get(text));
      if (pair === undefined) continue;
      const inSegment = pairs.get(segment) ?? new Map<number, FoundPair>();
      pairs.set(segment, inSegment);
      const known = inSegment.get(text)?.pair;
      // The reading that keeps most; of equals the least decoded.
      if (known === undefined || pair.prefix + pair.suffix > known.prefix + known.suffix)
        inSegment.set(text, { pair, reading });
    }
  });
  const found = new Map<number, SegmentParts>();
  for (const [segment, inSegment] of pairs) {
    const claims = [...inSegment].flatMap(([text, { pair, reading }]): Claim[] => [
      ...(pair.prefix > 0
        ? [{ text, isPrefix: true, length: pair.prefix, least: prefixes.least(text), reading, at: pair.prefixAt }]
        : []),
      ...(pair.suffix > 0
        ? [{ text, isPrefix: false, length: pair.suffix, least: suffixes.least(text), reading, at: pair.suffixAt }]
        : []),
    ]);
    const stretches = grantClaims(claims, questionIn(segment));
    if (stretches.length > 0) found.set(segment, { stretches, kept: gather(stretches, texts) });
  }
  return found;
}

interface FoundPair {
  readonly pair: KeptPair;
  readonly reading: Reading;
}

function gather(stretches: readonly Stretch[], texts: readonly LogText[]): ReadonlyMap<number, KeptPart> {
  const kept = new Map<number, KeptPart>();
  for (const stretch of stretches) {
    const known = kept.get(stretch.text) ?? {
      prefix: 0,
      suffix: 0,
      corePrefix: 0,
      coreSuffix: 0,
      from: stretch.from,
      to: stretch.to,
    };
    const { isPrefix, length } = stretch;
    const bytes = length + edgeBytes(stretch, texts[stretch.text] as LogText);
    kept.set(stretch.text, {
      ...known,
      ...(isPrefix ? { prefix: bytes, corePrefix: length } : { suffix: bytes, coreSuffix: length }),
      from: Math.min(known.from, stretch.from),
      to: Math.max(known.to, stretch.to),
    });
  }
  return kept;
}

/** The item's own white space at the edge, where it stands before the prefix (after the suffix). */
function edgeBytes({ isPrefix, reading, at, length }: Stretch, { leading, trailing }: LogText): number {
  const edge = isPrefix ? leading : trailing;
  const start = isPrefix ? at - edge.length : at + length;
  if (start < 0 || start + edge.length > reading.bytes.length) return 0;
  return equalBytes(reading.bytes, start, edge, 0, edge.length) ? edge.length : 0;
}
