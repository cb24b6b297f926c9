/** Distinct windows of 32 bytes, and where they stand in other bytes: one probe per byte. */
import { BLOCK_BYTES, blockHash, halfHash, sameBlock, viewOf } from './block-hash.js';
import type { Bounds } from './prefix-automaton.js';

export const WINDOW_BYTES = 2 * BLOCK_BYTES;
const FILTER_BITS = 18;
const FILTER_SHIFT = 32 - FILTER_BITS;
const PROBES_PER_BYTE = 8;

export class WindowTable {
  /** Slot → 1 + window number. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** One bit per prefix of the hash of the first 8 bytes. */
  readonly #filter = new Int32Array(1 << (FILTER_BITS - 5));
  readonly #views: DataView[] = [];
  readonly #starts: number[] = [];
  /** Windows whose hashes collide by design are not looked for any further. */
  #probesLeft: number;

  constructor(capacity: number) {
    const slots = 1 << Math.max(4, 32 - Math.clz32(capacity * 2));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    this.#probesLeft = PROBES_PER_BYTE * capacity;
  }

  /** Number of the window at `start`, counted from 0: equal ones share it. −1 when probes ran out. */
  add(view: DataView, start: number): number {
    const half = halfHash(view, start);
    const slot = this.#find(view, start, windowHash(view, start, half));
    if (slot < 0) return -1;
    const held = this.#slots[slot] as number;
    if (held > 0) return held - 1;
    const bit = half >>> FILTER_SHIFT;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    this.#views.push(view);
    this.#slots[slot] = this.#views.length;
    return this.#starts.push(start) - 1;
  }

  /** Calls `visit` with number and place of each window that stands in one of the parts. */
  scan(bytes: Uint8Array, parts: readonly Bounds[], visit: (window: number, at: number) => void): void {
    const view = viewOf(bytes);
    const filter = this.#filter;
    for (const { from, to } of parts) {
      this.#probesLeft += PROBES_PER_BYTE * (to - from);
      for (let at = from, last = to - WINDOW_BYTES; at <= last; at++) {
        const half = halfHash(view, at);
        const bit = half >>> FILTER_SHIFT;
        if ((((filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0) continue;
        const slot = this.#find(view, at, windowHash(view, at, half));
        if (slot < 0) return;
        const held = this.#slots[slot] as number;
        if (held > 0) visit(held - 1, at);
      }
    }
  }

  /** The slot of the equal window, or the free one where it would go; −1 when probes ran out. */
  #find(view: DataView, at: number, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const held = (this.#slots[slot] as number) - 1;
      if (held < 0) return slot;
      if (--this.#probesLeft < 0) return -1;
      const heldView = this.#views[held] as DataView;
      const start = this.#starts[held] as number;
      if (sameBlock(view, at, heldView, start) && sameBlock(view, at + BLOCK_BYTES, heldView, start + BLOCK_BYTES))
        return slot;
    }
  }
}

function windowHash(view: DataView, at: number, half: number): number {
  const second = at + BLOCK_BYTES;
  return Math.imul(blockHash(view, at, half), 0x9e3779b1) ^ blockHash(view, second, halfHash(view, second));
}
