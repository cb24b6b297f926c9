/**
 * Which missing texts may have left a trace at all: those of which a 16-byte block stands in what
 * whole texts left. Mostly none has, and the search for kept parts ends here.
 *
 * How it works: each text gives a block every 16 bytes, and its last 16 bytes. A kept prefix holds
 * the first block, a kept suffix the last one, and any 32 bytes that stand hold one of the rest: so
 * the bytes around a block that was met are compared, as long as that stays cheap.
 */
import { BLOCK_BYTES, viewOf } from './block-hash.js';
import { BlockTable } from './block-table.js';
import type { LeftReading } from '../sent/left-parts.js';
import type { LogText } from '../sent/log-texts.js';
import { type Bounds, joinStretch } from './prefix-automaton.js';
import type { Reading } from '../forms/reading.js';

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
  /** Per text: where any 32 bytes of it that stand must lie. In order of finding. */
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
/** Bytes of texts and segments for one hit that is kept, or looked around at. */
const BYTES_PER_HIT = 8;
/** Bytes of which each is to be looked at when nothing may be compared any more. */
const AROUND = 2 * BLOCK_BYTES;

export function findTraces(
  texts: readonly LogText[],
  wanted: readonly number[],
  readings: readonly LeftReading[],
): Traces {
  const long = wanted.filter((index) => bytesOf(texts, index).length >= BLOCK_BYTES);
  const size = long.reduce((sum, index) => sum + bytesOf(texts, index).length, 0);
  const left = readings.reduce((sum, { parts }) => parts.reduce((total, { from, to }) => total + to - from, sum), 0);
  const table = new BlockTable(size / BLOCK_BYTES + 2 * long.length, PROBES_PER_BYTE * (size + left));
  const { owners, edges } = addBlocks(table, texts, long);

  const prefixes = new Set<number>();
  const suffixes = new Set<number>();
  const ranges = new Map<number, Bounds[]>();
  const regions = readings.map((): Bounds[] => []);
  const holdsEdge = readings.map(() => false);
  const hits = { prefixes: readings.map(noHits), suffixes: readings.map(noHits) };
  let hitsLeft = (size + left) / BYTES_PER_HIT;
  let looksLeft = hitsLeft;

  const addRange = ({ text, at }: Owner, before: number, after: number): void => {
    const range = { from: at - before, to: at + BLOCK_BYTES + after };
    const known = ranges.get(text);
    if (known === undefined) ranges.set(text, [range]);
    else known.push(range);
  };
  /** Which of its 32 bytes stand around a block; without looking, once a block, it could be all. */
  const lookAround = (
    block: number,
    { bytes }: Reading,
    at: number,
    from: number,
    to: number,
    region: Bounds[],
  ): void => {
    for (const owner of owners[block] ?? []) {
      const own = bytesOf(texts, owner.text);
      const mostBefore = Math.min(BLOCK_BYTES, owner.at);
      const mostAfter = Math.min(BLOCK_BYTES, own.length - owner.at - BLOCK_BYTES);
      if (--looksLeft < 0) {
        joinStretch(region, Math.max(from, at - BLOCK_BYTES), Math.min(to, at + AROUND));
        addRange(owner, mostBefore, mostAfter);
        continue;
      }
      let before = 0;
      while (before < mostBefore && at - before > from && own[owner.at - before - 1] === bytes[at - before - 1])
        before++;
      let after = 0;
      while (
        after < mostAfter &&
        at + BLOCK_BYTES + after < to &&
        own[owner.at + BLOCK_BYTES + after] === bytes[at + BLOCK_BYTES + after]
      )
        after++;
      if (before + after < BLOCK_BYTES) continue;
      joinStretch(region, at - before, at + BLOCK_BYTES + after);
      addRange(owner, before, after);
    }
    if (looksLeft < 0) owners[block] = undefined;
  };
  const addHits = (into: EdgeHits, owned: readonly number[], at: number, from: number, to: number): void => {
    for (const text of owned) {
      if (--hitsLeft < 0) return;
      into.texts.push(text);
      into.at.push(at);
      into.from.push(from);
      into.to.push(to);
    }
  };
  readings.forEach(({ reading, parts }, number) => {
    const region = regions[number] as Bounds[];
    for (const { from, to } of parts) {
      table.scan(reading.bytes, from, to, 1, (block, at) => {
        if (looksLeft >= 0) lookAround(block, reading, at, from, to, region);
        else {
          joinStretch(region, Math.max(from, at - BLOCK_BYTES), Math.min(to, at + AROUND));
          if (owners[block] !== undefined) lookAround(block, reading, at, from, to, region);
        }
        const edge = edges[block];
        if (edge === undefined) return true;
        holdsEdge[number] = true;
        if (!edge.isMet) {
          edge.isMet = true;
          for (const text of edge.first) prefixes.add(text);
          for (const text of edge.last) suffixes.add(text);
        }
        if (hitsLeft >= 0) {
          addHits(hits.prefixes[number] as EdgeHits, edge.first, at, from, to);
          addHits(hits.suffixes[number] as EdgeHits, edge.last, at, from, to);
        }
        return true;
      });
    }
  });
  if (table.probesLeft >= 0)
    return { prefixes, suffixes, ranges, regions, holdsEdge, ...(hitsLeft < 0 ? {} : { hits }) };
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
  isMet: boolean;
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
      const edge = (edges[block] ??= { first: [], last: [], isMet: false });
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
