/**
 * What is kept of items that are not whole (spec §4 "Parts"): per segment, the stretches that are
 * granted to them in what whole texts left.
 */
import type { Traces } from './block-index.js';
import { type Claim, type Stretch, grantClaims } from './claims.js';
import { KEPT_MIN_BYTES, type KeptPair, type Lengths, keptPair } from './kept-pair.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';
import { PatternSearch, joinBounds } from './pattern-search.js';
import { type Bounds, PrefixAutomaton } from './prefix-automaton.js';
import type { PreparedText } from './prepared-text.js';
import type { Reading } from './reading.js';
import { encodeUtf8, equalBytes, isCodePointStart } from './utf8-bytes.js';

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
  segments: readonly PreparedText[],
  texts: readonly LogText[],
  readings: readonly LeftReading[],
  traces: Traces,
  question: string | undefined,
): ReadonlyMap<number, SegmentParts> {
  const prefixes = new Edge(texts, traces.prefixes, false);
  const suffixes = new Edge(texts, traces.suffixes, true);
  const pairs = new Map<number, Map<number, FoundPair>>();
  readings.forEach((left, number) => {
    if (traces.holdsEdge[number] !== true) return;
    const reached = new Set([...prefixes.walk(left), ...suffixes.walk(left)]);
    if (reached.size === 0) return;
    const inSegment = pairs.get(left.segment) ?? new Map<number, FoundPair>();
    pairs.set(left.segment, inSegment);
    for (const text of reached) {
      const pair = keptPair((texts[text] as LogText).bytes, prefixes.lengths(text), suffixes.lengths(text));
      const known = inSegment.get(text)?.pair;
      // The reading that keeps most; of equals the least decoded.
      if (pair !== undefined && (known === undefined || pair.prefix + pair.suffix > known.prefix + known.suffix)) {
        inSegment.set(text, { pair, reading: left.reading });
      }
    }
  });
  const questionSearch = question === undefined ? undefined : new PatternSearch([encodeUtf8(question)]);
  const found = new Map<number, SegmentParts>();
  for (const [segment, inSegment] of pairs) {
    const claims = [...inSegment].flatMap(([text, { pair, reading }]): Claim[] => [
      ...(pair.prefix > 0 ? [{ text, isPrefix: true, length: pair.prefix, least: prefixes.least(text), reading, at: pair.prefixAt }] : []),
      ...(pair.suffix > 0 ? [{ text, isPrefix: false, length: pair.suffix, least: suffixes.least(text), reading, at: pair.suffixAt }] : []),
    ]);
    const stretches = grantClaims(claims, placesOf(questionSearch, segments[segment] as PreparedText));
    if (stretches.length > 0) found.set(segment, { stretches, kept: gather(stretches, texts) });
  }
  return found;
}

interface FoundPair {
  readonly pair: KeptPair;
  readonly reading: Reading;
}

/** The starts, or the ends, of the items that have left a trace of it. */
class Edge {
  readonly #texts: readonly LogText[];
  readonly #automaton: PrefixAutomaton | undefined;
  readonly #least = new Map<number, number>();

  constructor(texts: readonly LogText[], wanted: ReadonlySet<number>, isMirrored: boolean) {
    this.#texts = texts;
    if (wanted.size === 0) return;
    const automaton = new PrefixAutomaton([...wanted].map((index) => (texts[index] as LogText).bytes), isMirrored);
    texts.forEach(({ bytes }, index) => {
      if (!wanted.has(index)) automaton.share(bytes);
    });
    for (const index of wanted) {
      const { bytes } = texts[index] as LogText;
      const least = sharedOnBorder(bytes, automaton.sharedLength(bytes), isMirrored) + KEPT_MIN_BYTES;
      this.#least.set(index, least);
      if (least <= bytes.length) automaton.watch(bytes, least, index);
    }
    this.#automaton = automaton;
  }

  /** Bytes below which a stretch says nothing of this item. */
  least(text: number): number {
    return this.#least.get(text) ?? Number.POSITIVE_INFINITY;
  }

  /** Texts of which at least that much stands. */
  walk({ reading, parts }: LeftReading): readonly number[] {
    return this.#automaton?.walk(reading.bytes, parts) ?? [];
  }

  /** In the reading walked last. */
  lengths(text: number): Lengths | undefined {
    const from = this.#least.get(text);
    if (from === undefined || this.#automaton === undefined) return undefined;
    return { from, places: this.#automaton.places((this.#texts[text] as LogText).bytes, from) };
  }
}

function sharedOnBorder(bytes: Uint8Array, shared: number, isMirrored: boolean): number {
  let length = shared;
  const isBorder = (): boolean => length === bytes.length || isCodePointStart(bytes[isMirrored ? bytes.length - length : length] as number);
  while (length > 0 && !isBorder()) length--;
  return length;
}

function placesOf(search: PatternSearch | undefined, segment: PreparedText): readonly Bounds[] {
  if (search === undefined) return [];
  return joinBounds(
    [segment.raw, ...segment.json].flatMap((reading) =>
      search
        .search(reading.bytes, [{ from: 0, to: reading.bytes.length }])
        .covered.map(({ from, to }) => ({ from: reading.rawStart(from), to: reading.rawEnd(to) })),
    ),
  );
}

function gather(stretches: readonly Stretch[], texts: readonly LogText[]): ReadonlyMap<number, KeptPart> {
  const kept = new Map<number, KeptPart>();
  for (const stretch of stretches) {
    const known = kept.get(stretch.text) ?? { prefix: 0, suffix: 0, corePrefix: 0, coreSuffix: 0, from: stretch.from, to: stretch.to };
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
