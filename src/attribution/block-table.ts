/**
 * Which of many 16-byte blocks stand in a text: one probe per byte of the text.
 *
 * How it works: an open table of distinct blocks, sized to stay half empty, behind a filter of one
 * byte per hash prefix that most bytes of a text do not pass. Distinct blocks whose hashes collide
 * by design make probes long; `probesLeft` ends that: the caller then takes the slower way that no
 * text can hurt.
 */
import { BLOCK_BYTES, blockHash, sameBlock, viewOf } from './block-hash.js';

const FILTER_BITS = 14;

export class BlockTable {
  /** Slot → 1 + block number. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #filter = new Uint8Array(1 << FILTER_BITS);
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
    const hash = blockHash(view, start);
    this.#filter[hash >>> (32 - FILTER_BITS)] = 1;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const held = this.#slots[slot] as number;
      this.probesLeft--;
      if (held === 0) {
        this.#views.push(view);
        this.#slots[slot] = this.#views.length;
        this.#starts.push(start);
        return this.#views.length - 1;
      }
      if (this.probesLeft < 0 || sameBlock(view, start, this.#views[held - 1] as DataView, this.#starts[held - 1] as number)) return held - 1;
    }
  }

  /** Calls `visit` with number and place of each block that stands in `[from, to)`, until it says no or probes run out. */
  scan(bytes: Uint8Array, from: number, to: number, visit: (block: number, at: number) => boolean): void {
    const view = viewOf(bytes);
    const filter = this.#filter;
    for (let at = from, last = to - BLOCK_BYTES; at <= last; at++) {
      const hash = blockHash(view, at);
      if (filter[hash >>> (32 - FILTER_BITS)] === 0) continue;
      const block = this.#find(view, at, hash);
      if (block >= 0 && !visit(block, at)) return;
      if (this.probesLeft < 0) return;
    }
  }

  #find(view: DataView, at: number, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const held = this.#slots[slot] as number;
      if (held === 0) return -1;
      if (sameBlock(view, at, this.#views[held - 1] as DataView, this.#starts[held - 1] as number)) return held - 1;
      if (--this.probesLeft < 0) return -1;
    }
  }
}
