/**
 * Which missing texts may have left a trace at all: those of which a 16-byte block stands in what
 * whole texts left. Mostly none has, and the search for kept parts ends here.
 *
 * How it works: each text gives a block every 16 bytes, and its last 16 bytes. A kept prefix holds
 * the first block, a kept suffix the last one, and any 32 bytes that stand hold one of the rest.
 */
import { BLOCK_BYTES, viewOf } from './block-hash.js';
import { BlockTable } from './block-table.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';

export interface Traces {
  /** Texts whose first, last, or any block stands. */
  readonly prefixes: ReadonlySet<number>;
  readonly suffixes: ReadonlySet<number>;
  readonly any: ReadonlySet<number>;
  /** Per reading: some first or last block stands in it; some block does. */
  readonly holdsEdge: readonly boolean[];
  readonly holdsAny: readonly boolean[];
}

const PROBES_PER_BYTE = 8;

export function findTraces(texts: readonly LogText[], wanted: readonly number[], readings: readonly LeftReading[]): Traces {
  const long = wanted.filter((index) => (texts[index] as LogText).bytes.length >= BLOCK_BYTES);
  const prefixes = new Set<number>();
  const suffixes = new Set<number>();
  const any = new Set<number>();
  const bytes = long.reduce((sum, index) => sum + (texts[index] as LogText).bytes.length, 0);
  const left = readings.reduce((sum, { parts }) => parts.reduce((total, { from, to }) => total + to - from, sum), 0);
  const table = new BlockTable(bytes / BLOCK_BYTES + long.length, PROBES_PER_BYTE * (bytes + left));
  /** Block → texts that have it anywhere, first, last; emptied when it is met. */
  const owners: ({ readonly any: number[]; readonly first: number[]; readonly last: number[] } | undefined)[] = [];
  const isEdge: boolean[] = [];
  for (const index of long) {
    const { bytes: core } = texts[index] as LogText;
    const view = viewOf(core);
    const last = core.length - BLOCK_BYTES;
    const add = (start: number): void => {
      const block = table.add(view, start);
      const owner = (owners[block] ??= { any: [], first: [], last: [] });
      if (owner.any.at(-1) !== index) owner.any.push(index);
      if (start === 0) owner.first.push(index);
      if (start === last) owner.last.push(index);
      if (start === 0 || start === last) isEdge[block] = true;
    };
    for (let start = 0; start < last; start += BLOCK_BYTES) add(start);
    add(last);
  }
  const holdsEdge = readings.map(() => false);
  const holdsAny = readings.map(() => false);
  readings.forEach(({ reading, parts }, number) => {
    for (const { from, to } of parts) {
      table.scan(reading.bytes, from, to, (block) => {
        holdsAny[number] = true;
        if (isEdge[block] === true) holdsEdge[number] = true;
        const owner = owners[block];
        if (owner === undefined) return true;
        owners[block] = undefined;
        for (const index of owner.any) any.add(index);
        for (const index of owner.first) prefixes.add(index);
        for (const index of owner.last) suffixes.add(index);
        return true;
      });
    }
  });
  // Blocks that collide by design: every text may have left a trace, anywhere.
  if (table.probesLeft < 0) {
    const all = new Set(long);
    return { prefixes: all, suffixes: all, any: all, holdsEdge: readings.map(() => true), holdsAny: readings.map(() => true) };
  }
  return { prefixes, suffixes, any, holdsEdge, holdsAny };
}
