/**
 * How much of the start, or of the end, of each missing text stands in what is left of a reading.
 *
 * Two ways to the same answer. Where blocks were met the bytes are compared from there on: cheap,
 * as long as they are met seldom. When comparing costs more than a bound, the automaton does it.
 */
import { BLOCK_BYTES } from './block-hash.js';
import type { EdgeHits, Traces } from './block-index.js';
import { KEPT_MIN_BYTES, type Lengths } from '../sent/kept-pair.js';
import type { LeftReading } from '../sent/left-parts.js';
import type { LogText } from '../sent/log-texts.js';
import { PrefixAutomaton } from './prefix-automaton.js';
import { isCodePointStart } from '../text/utf8-bytes.js';

export interface EdgeSearch {
  /** Bytes below which a stretch says nothing of the text: 16 more than any start (end) it shares. */
  least(text: number): number;
  /** Per text of which that much stands in the reading of that number: where, for each length. */
  lengthsIn(reading: number): ReadonlyMap<number, Lengths>;
}

/** Bytes compared per byte of texts and readings. */
const COMPARED_PER_BYTE = 8;
const NONE: ReadonlyMap<number, Lengths> = new Map();

export function searchEdges(
  texts: readonly LogText[],
  readings: readonly LeftReading[],
  traces: Traces,
  isMirrored: boolean,
): EdgeSearch {
  return compareEdges(texts, readings, traces, isMirrored) ?? walkEdges(texts, readings, traces, isMirrored);
}

/** Undefined: it would cost too much. */
export function compareEdges(
  texts: readonly LogText[],
  readings: readonly LeftReading[],
  traces: Traces,
  isMirrored: boolean,
): EdgeSearch | undefined {
  const { hits } = traces;
  if (hits === undefined) return undefined;
  const left = readings.reduce((sum, { parts }) => parts.reduce((total, { from, to }) => total + to - from, sum), 0);
  let budget = COMPARED_PER_BYTE * texts.reduce((sum, { bytes }) => sum + bytes.length, left);
  const least = new Map<number, number>();
  for (const index of isMirrored ? traces.suffixes : traces.prefixes) {
    const { bytes } = texts[index] as LogText;
    let shared = 0;
    for (const other of texts) {
      const length =
        other.bytes === bytes
          ? 0
          : commonLength(
              bytes,
              isMirrored ? bytes.length : 0,
              other.bytes,
              isMirrored ? other.bytes.length : 0,
              isMirrored,
              0,
              other.bytes.length,
            );
      shared = Math.max(shared, length);
      budget -= length + 1;
    }
    if (budget < 0) return undefined;
    least.set(index, onBorder(bytes, shared, isMirrored) + KEPT_MIN_BYTES);
  }
  const found: ReadonlyMap<number, Lengths>[] = [];
  for (const [number, { reading }] of readings.entries()) {
    const own = (isMirrored ? hits.suffixes : hits.prefixes)[number] as EdgeHits;
    if (own.texts.length === 0) {
      found.push(NONE);
      continue;
    }
    const lengths = new Map<number, { from: number; places: number[] }>();
    // From the outermost place on: of two places of a length the first one met counts.
    for (let step = 0; step < own.texts.length; step++) {
      const hit = isMirrored ? own.texts.length - 1 - step : step;
      const text = own.texts[hit] as number;
      const at = own.at[hit] as number;
      const { bytes } = texts[text] as LogText;
      const from = least.get(text) as number;
      const length = commonLength(
        bytes,
        isMirrored ? bytes.length : 0,
        reading.bytes,
        isMirrored ? at + BLOCK_BYTES : at,
        isMirrored,
        own.from[hit] as number,
        own.to[hit] as number,
      );
      budget -= length + 1;
      if (budget < 0) return undefined;
      if (length < from) continue;
      let known = lengths.get(text);
      if (known === undefined) lengths.set(text, (known = { from, places: [] }));
      for (let next = from + known.places.length; next <= length; next++)
        known.places.push(isMirrored ? at + BLOCK_BYTES - next : at + next);
    }
    found.push(lengths);
  }
  return { least: (text) => least.get(text) ?? Number.POSITIVE_INFINITY, lengthsIn: (number) => found[number] ?? NONE };
}

/** Linear whatever the texts are. */
export function walkEdges(
  texts: readonly LogText[],
  readings: readonly LeftReading[],
  traces: Traces,
  isMirrored: boolean,
): EdgeSearch {
  const wanted = isMirrored ? traces.suffixes : traces.prefixes;
  const least = new Map<number, number>();
  const automaton = new PrefixAutomaton(
    [...wanted].map((index) => (texts[index] as LogText).bytes),
    isMirrored,
  );
  texts.forEach(({ bytes }, index) => {
    if (!wanted.has(index)) automaton.share(bytes);
  });
  for (const index of wanted) {
    const { bytes } = texts[index] as LogText;
    const length = onBorder(bytes, automaton.sharedLength(bytes), isMirrored) + KEPT_MIN_BYTES;
    least.set(index, length);
    if (length <= bytes.length) automaton.watch(bytes, length, index);
  }
  return {
    least: (text) => least.get(text) ?? Number.POSITIVE_INFINITY,
    lengthsIn: (number) => {
      const left = readings[number];
      if (left === undefined || wanted.size === 0 || traces.holdsEdge[number] !== true) return NONE;
      const reached = automaton.walk(left.reading.bytes, left.parts);
      return new Map(
        reached.map((text) => {
          const from = least.get(text) as number;
          return [text, { from, places: automaton.places((texts[text] as LogText).bytes, from) }];
        }),
      );
    },
  };
}

/** Bytes that agree from two places on (mirrored: before them), inside `[from, to)` of the second. */
function commonLength(
  a: Uint8Array,
  aAt: number,
  b: Uint8Array,
  bAt: number,
  isMirrored: boolean,
  from: number,
  to: number,
): number {
  let length = 0;
  if (isMirrored) {
    const most = Math.min(aAt, bAt - from);
    while (length < most && a[aAt - 1 - length] === b[bAt - 1 - length]) length++;
  } else {
    const most = Math.min(a.length - aAt, to - bAt);
    while (length < most && a[aAt + length] === b[bAt + length]) length++;
  }
  return length;
}

function onBorder(bytes: Uint8Array, shared: number, isMirrored: boolean): number {
  let length = shared;
  const isBorder = (): boolean =>
    length === bytes.length || isCodePointStart(bytes[isMirrored ? bytes.length - length : length] as number);
  while (length > 0 && !isBorder()) length--;
  return length;
}
