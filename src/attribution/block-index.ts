/**
 * Which missing texts may have left a trace at all: those of which a 16-byte block stands in what
 * whole texts left. Mostly none has, and the search for kept parts ends here.
 *
 * How it works: each text gives a block every 16 bytes, and its last 16 bytes. A kept prefix holds
 * the first block, a kept suffix the last one, and any 32 bytes that stand hold one of the rest:
 * so they lie close around a block that was met, in the text as in the segment.
 */
import { BLOCK_BYTES, viewOf } from './block-hash.js';
import { BlockTable } from './block-table.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';
import { type Bounds, joinStretch } from './prefix-automaton.js';

/** Places of first (last) blocks in one reading, in order of place. Parallel lists. */
export interface EdgeHits {
  readonly texts: number[];
  /** Where the block starts. */
  readonly at: number[];
  /** The part of the reading it lies in. */
  readonly from: number[];
  readonly to: number[];
}

export interface Traces {
  /** Texts whose first (last) block stands. */
  readonly prefixes: ReadonlySet<number>;
  readonly suffixes: ReadonlySet<number>;
  /** Per text of which any block stands: where any 32 bytes of it that stand must lie. In order of finding. */
  readonly ranges: ReadonlyMap<number, readonly Bounds[]>;
  /** Per reading the same: places of its bytes, in order, apart. */
  readonly regions: readonly (readonly Bounds[])[];
  /** Per reading: some first or last block stands in it. */
  readonly holdsEdge: readonly boolean[];
  /** Per reading: where; undefined when there are too many. */
  readonly hits?: { readonly prefixes: readonly EdgeHits[]; readonly suffixes: readonly EdgeHits[] };
}

/** A block of a text, which may be its first, its last, or both. */
interface Owner {
  readonly text: number;
  readonly at: number;
}

const PROBES_PER_BYTE = 8;
/** Bytes of texts and segments for one hit that is kept. */
const BYTES_PER_HIT = 8;

export function findTraces(texts: readonly LogText[], wanted: readonly number[], readings: readonly LeftReading[]): Traces {
  const long = wanted.filter((index) => bytesOf(texts, index).length >= BLOCK_BYTES);
  const size = long.reduce((sum, index) => sum + bytesOf(texts, index).length, 0);
  const left = readings.reduce((sum, { parts }) => parts.reduce((total, { from, to }) => total + to - from, sum), 0);
  const table = new BlockTable(size / BLOCK_BYTES + 2 * long.length, PROBES_PER_BYTE * (size + left));
  const { owners, edges } = addBlocks(table, texts, long);

  const prefixes = new Set<number>();
  const suffixes = new Set<number>();
  const ranges = new Map<number, Bounds[]>();
  const meet = ({ text, at }: Owner): void => {
    const { length } = bytesOf(texts, text);
    if (at === 0) prefixes.add(text);
    if (at === length - BLOCK_BYTES) suffixes.add(text);
    const range = { from: Math.max(0, at - BLOCK_BYTES), to: Math.min(length, at + 2 * BLOCK_BYTES) };
    const known = ranges.get(text);
    if (known === undefined) ranges.set(text, [range]);
    else known.push(range);
  };
  const regions = readings.map((): Bounds[] => []);
  const holdsEdge = readings.map(() => false);
  const hits = { prefixes: readings.map(noHits), suffixes: readings.map(noHits) };
  let hitsLeft = (size + left) / BYTES_PER_HIT;
  readings.forEach(({ reading, parts }, number) => {
    const inReading = regions[number] as Bounds[];
    const addHits = (kind: 'prefixes' | 'suffixes', owned: readonly number[] | undefined, at: number, from: number, to: number): void => {
      const { texts: hit, at: places, from: starts, to: ends } = hits[kind][number] as EdgeHits;
      for (const text of owned ?? []) {
        if (--hitsLeft < 0) return;
        hit.push(text);
        places.push(at);
        starts.push(from);
        ends.push(to);
      }
    };
    for (const { from, to } of parts) {
      table.scan(reading.bytes, from, to, 1, (block, at) => {
        joinStretch(inReading, Math.max(from, at - BLOCK_BYTES), Math.min(to, at + 2 * BLOCK_BYTES));
        const edge = edges[block];
        if (edge !== undefined) {
          holdsEdge[number] = true;
          addHits('prefixes', edge.first, at, from, to);
          addHits('suffixes', edge.last, at, from, to);
        }
        // Each block tells of its texts once, however often it stands.
        owners[block]?.forEach(meet);
        owners[block] = undefined;
        return true;
      });
    }
  });
  if (table.probesLeft >= 0) return { prefixes, suffixes, ranges, regions, holdsEdge, ...(hitsLeft < 0 ? {} : { hits }) };
  // Blocks that collide by design: every text may have left a trace, anywhere.
  const all = new Set(long);
  return {
    prefixes: all,
    suffixes: all,
    ranges: new Map(long.map((index) => [index, [{ from: 0, to: bytesOf(texts, index).length }]])),
    regions: readings.map(({ parts }) => parts),
    holdsEdge: readings.map(() => true),
  };
}

function noHits(): EdgeHits {
  return { texts: [], at: [], from: [], to: [] };
}

/** Texts that begin (end) with a block. */
interface EdgeTexts {
  readonly first: number[];
  readonly last: number[];
}

function addBlocks(
  table: BlockTable,
  texts: readonly LogText[],
  long: readonly number[],
): { readonly owners: (Owner[] | undefined)[]; readonly edges: readonly (EdgeTexts | undefined)[] } {
  const owners: (Owner[] | undefined)[] = [];
  const edges: (EdgeTexts | undefined)[] = [];
  for (const text of long) {
    const bytes = bytesOf(texts, text);
    const view = viewOf(bytes);
    const last = bytes.length - BLOCK_BYTES;
    const add = (at: number): void => {
      const block = table.add(view, at);
      (owners[block] ??= []).push({ text, at });
      if (at !== 0 && at !== last) return;
      const edge = (edges[block] ??= { first: [], last: [] });
      if (at === 0) edge.first.push(text);
      if (at === last) edge.last.push(text);
    };
    for (let at = 0; at < last; at += BLOCK_BYTES) add(at);
    add(last);
  }
  return { owners, edges };
}

function bytesOf(texts: readonly LogText[], index: number): Uint8Array {
  return (texts[index] as LogText).bytes;
}
