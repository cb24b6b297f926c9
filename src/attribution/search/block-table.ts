/**
 * Which of many 16-byte blocks stand in a text.
 *
 * How it works: an open table of distinct blocks, sized to stay half empty, behind a filter over
 * the first 8 bytes that most places of a text do not pass. Distinct blocks whose hashes collide by
 * design make probes long; `probesLeft` ends that: the caller then takes the slower way that no
 * text can hurt.
 */
import { BLOCK_BYTES, blockHash, halfHash, sameBlock, viewOf } from './block-hash.js';

/** Bits of the filter: 32 KB, which stay in the fastest cache. */
const FILTER_BITS = 18;
const FILTER_SHIFT = 32 - FILTER_BITS;

export class BlockTable {
  /** Slot → 1 + block number. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #filter = new Int32Array(1 << (FILTER_BITS - 5));
  readonly #views: DataView[] = [];
  readonly #starts: number[] = [];
  probesLeft: number;

  constructor(capacity: number, maxProbes: number) {
    const size = 1 << Math.max(4, 32 - Math.clz32(capacity * 2));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    this.probesLeft = maxProbes;
  }

  /** Number of the block at `start`: equal blocks share one. Numbers count from 0. */
  add(view: DataView, start: number): number {
    const half = halfHash(view, start);
    const slot = this.#slotOf(view, start, blockHash(view, start, half));
    const held = slot < 0 ? 1 : (this.#slots[slot] as number);
    if (held > 0) return held - 1;
    const bit = half >>> FILTER_SHIFT;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    this.#views.push(view);
    this.#slots[slot] = this.#views.length;
    return this.#starts.push(start) - 1;
  }

  /** Calls `visit` with number and place of each block that stands at a multiple of `step` from `from`, until it says no or probes run out. */
  scan(bytes: Uint8Array, from: number, to: number, step: number, visit: (block: number, at: number) => boolean): void {
    const view = viewOf(bytes);
    const filter = this.#filter;
    for (let at = from, last = to - BLOCK_BYTES; at <= last; at += step) {
      const half = halfHash(view, at);
      const bit = half >>> FILTER_SHIFT;
      if ((((filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0) continue;
      const slot = this.#slotOf(view, at, blockHash(view, at, half));
      if (slot < 0) return;
      const held = this.#slots[slot] as number;
      if (held > 0 && !visit(held - 1, at)) return;
    }
  }

  /** The slot of the equal block, or the free one where it would go; −1 when probes ran out. */
  #slotOf(view: DataView, at: number, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const held = this.#slots[slot] as number;
      if (held === 0) return slot;
      if (--this.probesLeft < 0) return -1;
      if (sameBlock(view, at, this.#views[held - 1] as DataView, this.#starts[held - 1] as number)) return slot;
    }
  }
}
