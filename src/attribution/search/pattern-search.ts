/**
 * Many patterns in one text, whole: where each stands first, and which bytes they cover together.
 *
 * How it works: of each pattern the 16 blocks of 16 bytes that begin in its middle go into a table
 * (beginnings are often the same boilerplate). Wherever the pattern stands, one of them begins at a
 * multiple of 16, so only every 16th place of a text is looked at; where a block stands, its
 * patterns are compared. Short patterns, and texts that make comparing expensive (one character a
 * million times), go through the automaton instead, whose cost no text can raise.
 */
import { BLOCK_BYTES, viewOf } from './block-hash.js';
import { BlockTable } from './block-table.js';
import { type Bounds, PrefixAutomaton } from './prefix-automaton.js';
import { equalBytes } from '../text/utf8-bytes.js';

export interface Standing {
  /** Pattern → where it starts first in the text, for those that stand. */
  readonly first: ReadonlyMap<number, number>;
  /** Bytes covered by any pattern, in order, not touching. */
  readonly covered: readonly Bounds[];
}

/** A pattern of this length holds a whole block at one of 16 neighbouring places. */
const SEARCHED_MIN_BYTES = 2 * BLOCK_BYTES - 1;
/** Bytes that may be compared, per byte of patterns and text, before the automaton takes over. */
const COMPARED_PER_BYTE = 8;

interface Blocks {
  readonly table: BlockTable;
  /** Block → numbers of the patterns that have it, each followed by where. */
  readonly patternsOf: readonly (readonly number[])[];
  /** Patterns too short to hold a block at every place. */
  readonly short: readonly number[];
  /** The patterns' own blocks collide by design. */
  readonly isHostile: boolean;
}

export class PatternSearch {
  readonly #patterns: readonly Uint8Array[];
  #blocks: Blocks | undefined;
  #all: PrefixAutomaton | undefined;
  #short: PrefixAutomaton | undefined;
  /** Bytes that may still be compared; every text adds its share. */
  #budget: number;

  /** `patterns`: distinct and not empty. */
  constructor(patterns: readonly Uint8Array[]) {
    this.#patterns = patterns;
    this.#budget = COMPARED_PER_BYTE * patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  }

  /** `parts` of the text, in order: nothing matches across their borders. */
  search(text: Uint8Array, parts: readonly Bounds[]): Standing {
    const numbers = this.#patterns.keys();
    return (
      this.#compare(text, parts) ?? walk((this.#all ??= this.#automaton([...numbers])), this.#patterns, text, parts)
    );
  }

  #compare(text: Uint8Array, parts: readonly Bounds[]): Standing | undefined {
    const { table, patternsOf, short, isHostile } = (this.#blocks ??= this.#makeBlocks());
    this.#budget += COMPARED_PER_BYTE * text.length;
    if (isHostile || this.#budget < 0) return undefined;
    const first = new Map<number, number>();
    const found: Bounds[] = [];
    table.probesLeft = this.#budget;
    for (const { from, to } of parts) {
      table.scan(text, from, to, BLOCK_BYTES, (block, at) => {
        const owners = patternsOf[block] as readonly number[];
        for (let owner = 0; owner < owners.length && this.#budget >= 0; owner += 2) {
          const number = owners[owner] as number;
          const pattern = this.#patterns[number] as Uint8Array;
          const start = at - (owners[owner + 1] as number);
          this.#budget -= BLOCK_BYTES;
          if (start < from || start + pattern.length > to) continue;
          this.#budget -= pattern.length;
          if (!equalBytes(text, start, pattern, 0, pattern.length)) continue;
          const known = first.get(number);
          if (known === undefined || start < known) first.set(number, start);
          found.push({ from: start, to: start + pattern.length });
        }
        return this.#budget >= 0;
      });
      if (this.#budget < 0 || table.probesLeft < 0) return undefined;
    }
    if (short.length === 0) return { first, covered: joinBounds(found) };
    const standing = walk((this.#short ??= this.#automaton(short)), this.#patterns, text, parts);
    return { first: new Map([...first, ...standing.first]), covered: joinBounds([...found, ...standing.covered]) };
  }

  #automaton(numbers: readonly number[]): PrefixAutomaton {
    const automaton = new PrefixAutomaton(
      numbers.map((number) => this.#patterns[number] as Uint8Array),
      false,
    );
    for (const number of numbers) {
      const pattern = this.#patterns[number] as Uint8Array;
      automaton.watch(pattern, pattern.length, number);
    }
    return automaton;
  }

  #makeBlocks(): Blocks {
    const table = new BlockTable(this.#patterns.length * BLOCK_BYTES, this.#budget);
    const patternsOf: number[][] = [];
    const short: number[] = [];
    this.#patterns.forEach((pattern, number) => {
      if (pattern.length < SEARCHED_MIN_BYTES) {
        short.push(number);
        return;
      }
      const view = viewOf(pattern);
      const middle = (pattern.length - SEARCHED_MIN_BYTES) >> 1;
      for (let start = middle; start < middle + BLOCK_BYTES; start++)
        (patternsOf[table.add(view, start)] ??= []).push(number, start);
    });
    return { table, patternsOf, short, isHostile: table.probesLeft < 0 };
  }
}

/** The same by the automaton, which watches for each pattern's end. */
function walk(
  automaton: PrefixAutomaton,
  patterns: readonly Uint8Array[],
  text: Uint8Array,
  parts: readonly Bounds[],
): Standing {
  const { covered, reached } = automaton.cover(text, parts);
  const first = reached.map((number): [number, number] => {
    const pattern = patterns[number] as Uint8Array;
    return [number, (automaton.places(pattern, pattern.length)[0] as number) - pattern.length];
  });
  return { first: new Map(first), covered };
}

/** Sorts and joins what overlaps or touches. */
export function joinBounds(bounds: readonly Bounds[]): readonly Bounds[] {
  if (bounds.length < 2) return bounds;
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of bounds.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
