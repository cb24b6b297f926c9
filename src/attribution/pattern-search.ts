/**
 * Many patterns in one text, whole: where each stands first, and which bytes they cover together.
 *
 * How it works: a 16-byte block out of the middle of each pattern goes into a table (beginnings are
 * often the same boilerplate); a text is walked once, and a pattern is compared where its block
 * stands. Short patterns, and texts that make comparing expensive (one character a million times),
 * go through the automaton instead, whose cost no text can raise.
 */
import { BLOCK_BYTES, viewOf } from './block-hash.js';
import { BlockTable } from './block-table.js';
import { type Bounds, PrefixAutomaton } from './prefix-automaton.js';
import { equalBytes } from './utf8-bytes.js';

export interface Standing {
  /** Per pattern: where it starts first in the text, −1 where it does not stand. */
  readonly first: readonly number[];
  /** Bytes covered by any pattern, in order, not touching. */
  readonly covered: readonly Bounds[];
}

/** Bytes that may be compared, per byte of patterns and text, before the automaton takes over. */
const COMPARED_PER_BYTE = 8;

interface Blocks {
  readonly table: BlockTable;
  /** Block → numbers of the patterns that have it in their middle. */
  readonly patternsOf: readonly (readonly number[])[];
  /** Patterns of less than a block. */
  readonly short: readonly number[];
  /** The patterns' own blocks collide by design. */
  readonly isHostile: boolean;
}

export class PatternSearch {
  readonly #patterns: readonly Uint8Array[];
  readonly #bytes: number;
  #blocks: Blocks | undefined;
  #all: PrefixAutomaton | undefined;
  #short: PrefixAutomaton | undefined;

  /** `patterns`: distinct and not empty. */
  constructor(patterns: readonly Uint8Array[]) {
    this.#patterns = patterns;
    this.#bytes = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  }

  /** `parts` of the text, in order: nothing matches across their borders. */
  search(text: Uint8Array, parts: readonly Bounds[]): Standing {
    return this.#compare(text, parts) ?? this.#walk(this.#patterns, (this.#all ??= new PrefixAutomaton(this.#patterns, false)), text, parts);
  }

  #compare(text: Uint8Array, parts: readonly Bounds[]): Standing | undefined {
    const { table, patternsOf, short, isHostile } = (this.#blocks ??= this.#makeBlocks());
    if (isHostile) return undefined;
    const first = this.#patterns.map(() => -1);
    const found: Bounds[] = [];
    let budget = COMPARED_PER_BYTE * (text.length + this.#bytes);
    table.probesLeft = budget;
    for (const { from, to } of parts) {
      table.scan(text, from, to, (block, at) => {
        for (const number of patternsOf[block] as readonly number[]) {
          const pattern = this.#patterns[number] as Uint8Array;
          const start = at - middleOf(pattern);
          budget -= BLOCK_BYTES;
          if (start < from || start + pattern.length > to) continue;
          budget -= pattern.length;
          if (!equalBytes(text, start, pattern, 0, pattern.length)) continue;
          const known = first[number] as number;
          if (known < 0 || start < known) first[number] = start;
          found.push({ from: start, to: start + pattern.length });
        }
        return budget >= 0;
      });
      if (budget < 0 || table.probesLeft < 0) return undefined;
    }
    if (short.length > 0) {
      const patterns = short.map((number) => this.#patterns[number] as Uint8Array);
      const standing = this.#walk(patterns, (this.#short ??= new PrefixAutomaton(patterns, false)), text, parts);
      short.forEach((number, index) => {
        first[number] = standing.first[index] as number;
      });
      found.push(...standing.covered);
    }
    return { first, covered: joinBounds(found) };
  }

  #walk(patterns: readonly Uint8Array[], automaton: PrefixAutomaton, text: Uint8Array, parts: readonly Bounds[]): Standing {
    const covered = automaton.cover(text, parts);
    const first = patterns.map((pattern) => {
      const end = automaton.places(pattern, pattern.length)[0];
      return end === undefined ? -1 : end - pattern.length;
    });
    return { first, covered };
  }

  #makeBlocks(): Blocks {
    const table = new BlockTable(this.#patterns.length, COMPARED_PER_BYTE * this.#bytes);
    const patternsOf: number[][] = [];
    const short: number[] = [];
    this.#patterns.forEach((pattern, number) => {
      if (pattern.length < BLOCK_BYTES) {
        short.push(number);
        return;
      }
      (patternsOf[table.add(viewOf(pattern), middleOf(pattern))] ??= []).push(number);
    });
    return { table, patternsOf, short, isHostile: table.probesLeft < 0 };
  }
}

function middleOf(pattern: Uint8Array): number {
  return (pattern.length - BLOCK_BYTES) >> 1;
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
