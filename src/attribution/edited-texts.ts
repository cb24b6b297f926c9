/**
 * Items of which 32 consecutive bytes stand outside all claimed stretches, bytes that no other item
 * of the log holds: edited (spec §4 "Parts").
 *
 * How it works: the windows of 32 bytes that may stand (a trace was found close by) go into one
 * table; those that do stand in what is left are then looked for in all other items. Every byte is
 * hashed once for each of the three steps, so the cost is linear.
 */
import { BLOCK_BYTES, blockHash, halfHash, sameBlock, viewOf } from './block-hash.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';
import type { Bounds } from './prefix-automaton.js';
import { encodeUtf8 } from './utf8-bytes.js';

const WINDOW_BYTES = 2 * BLOCK_BYTES;
const FILTER_BITS = 18;
const FILTER_SHIFT = 32 - FILTER_BITS;
const PROBES_PER_BYTE = 8;

/** What of a text (its trimmed bytes) is not kept. */
export interface Rest extends Bounds {
  readonly text: number;
}

/** `readings`: with the stretches of all segments already taken out. */
export function findEditedTexts(texts: readonly LogText[], rests: readonly Rest[], readings: readonly LeftReading[]): ReadonlySet<number> {
  const long = rests.filter(({ from, to }) => to - from >= WINDOW_BYTES);
  const edited = new Set<number>();
  if (long.length === 0) return edited;
  const table = new WindowTable(texts, long);
  const standing = new Set<number>();
  for (const { reading, parts } of readings) {
    table.scan(reading.bytes, parts, (window) => {
      standing.add(window);
    });
  }
  if (standing.size === 0) return edited;
  // Only now is it worth asking which of these windows other items hold.
  texts.forEach(({ raw, core, bytes }, text) => {
    const own = raw === core ? bytes : encodeUtf8(raw);
    table.scan(own, [{ from: 0, to: own.length }], (window) => {
      if (table.textOf(window) !== text) standing.delete(window);
    });
  });
  for (const window of standing) edited.add(table.textOf(window));
  return edited;
}

/** Distinct windows; one that two rests have belongs to the first and is found in the other. */
class WindowTable {
  readonly #views: readonly DataView[];
  /** Slot → 1 + window; a window's text and start. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #filter = new Int32Array(1 << (FILTER_BITS - 5));
  readonly #textOf: Int32Array;
  readonly #startOf: Int32Array;
  #size = 0;
  /** Windows whose hashes collide by design are not looked for any further. */
  #probesLeft: number;

  constructor(texts: readonly LogText[], rests: readonly Rest[]) {
    this.#views = texts.map(({ bytes }) => viewOf(bytes));
    const windows = rests.reduce((sum, { from, to }) => sum + to - from - WINDOW_BYTES + 1, 0);
    const slots = 1 << Math.max(4, 32 - Math.clz32(windows * 2));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    this.#textOf = new Int32Array(windows);
    this.#startOf = new Int32Array(windows);
    this.#probesLeft = PROBES_PER_BYTE * windows;
    for (const { text, from, to } of rests) for (let start = from; start + WINDOW_BYTES <= to; start++) this.#add(text, start);
  }

  textOf(window: number): number {
    return this.#textOf[window] as number;
  }

  scan(bytes: Uint8Array, parts: readonly Bounds[], visit: (window: number) => void): void {
    const view = viewOf(bytes);
    this.#probesLeft += PROBES_PER_BYTE * bytes.length;
    for (const { from, to } of parts) {
      for (let at = from; at + WINDOW_BYTES <= to; at++) {
        const half = halfHash(view, at);
        const bit = half >>> FILTER_SHIFT;
        if ((((this.#filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0) continue;
        const slot = this.#find(view, at, windowHash(view, at, half));
        if (slot >= 0 && (this.#slots[slot] as number) > 0) visit((this.#slots[slot] as number) - 1);
      }
    }
  }

  #add(text: number, start: number): void {
    const view = this.#views[text] as DataView;
    const half = halfHash(view, start);
    const slot = this.#find(view, start, windowHash(view, start, half));
    if (slot < 0 || (this.#slots[slot] as number) > 0) return;
    const bit = half >>> FILTER_SHIFT;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    this.#textOf[this.#size] = text;
    this.#startOf[this.#size] = start;
    this.#slots[slot] = ++this.#size;
  }

  /** The slot of the equal window, or the free one where it would go; −1 when probes ran out. */
  #find(view: DataView, at: number, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const held = (this.#slots[slot] as number) - 1;
      if (held < 0) return slot;
      if (--this.#probesLeft < 0) return -1;
      const heldView = this.#views[this.#textOf[held] as number] as DataView;
      const start = this.#startOf[held] as number;
      if (sameBlock(view, at, heldView, start) && sameBlock(view, at + BLOCK_BYTES, heldView, start + BLOCK_BYTES)) return slot;
    }
  }
}

function windowHash(view: DataView, at: number, half: number): number {
  const second = at + BLOCK_BYTES;
  return Math.imul(blockHash(view, at, half), 0x9e3779b1) ^ blockHash(view, second, halfHash(view, second));
}
