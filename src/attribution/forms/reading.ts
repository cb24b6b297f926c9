/**
 * A reading of a segment: its bytes, or what they say once decoded or normalised (spec §4 "Forms"),
 * with the way back to the raw bytes. Offsets of evidence are raw: the start of the escape, entity
 * or group that a byte came from.
 *
 * How it works: only what was replaced is kept, as pieces in order; everything between two pieces
 * stands byte for byte. A reading of a reading (JSON in JSON) asks the one below.
 */

import { lastAtMost } from '../text/last-at-most.js';

export interface Reading {
  readonly bytes: Uint8Array;
  /** Raw start of the piece that holds byte `at`; the raw length at the end. */
  rawStart(at: number): number;
  /** Raw end of the piece that holds the byte before `at`; 0 at the start. */
  rawEnd(at: number): number;
  /** First byte that comes from raw bytes at or after `raw` alone. */
  firstFrom(raw: number): number;
  /** End of the bytes that come from raw bytes before `raw` alone. */
  endBefore(raw: number): number;
}

/** The raw bytes themselves. */
export class RawReading implements Reading {
  constructor(readonly bytes: Uint8Array) {}

  rawStart(at: number): number {
    return at;
  }

  rawEnd(at: number): number {
    return at;
  }

  firstFrom(raw: number): number {
    return raw;
  }

  endBefore(raw: number): number {
    return raw;
  }
}

/** Where each replaced piece starts and ends, here and below. */
export interface Pieces {
  readonly at: readonly number[];
  readonly end: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export class PiecedReading implements Reading {
  readonly #below: Reading;
  readonly #at: readonly number[];
  readonly #end: readonly number[];
  readonly #from: readonly number[];
  readonly #to: readonly number[];

  constructor(
    readonly bytes: Uint8Array,
    below: Reading,
    pieces: Pieces,
  ) {
    this.#below = below;
    this.#at = pieces.at;
    this.#end = pieces.end;
    this.#from = pieces.from;
    this.#to = pieces.to;
  }

  rawStart(at: number): number {
    if (at >= this.bytes.length) return this.#below.rawStart(this.#below.bytes.length);
    const piece = lastAtMost(this.#at, at);
    if (piece < 0) return this.#below.rawStart(at);
    const end = this.#end[piece] as number;
    return this.#below.rawStart(at < end ? (this.#from[piece] as number) : (this.#to[piece] as number) + at - end);
  }

  rawEnd(at: number): number {
    if (at <= 0) return 0;
    const piece = lastAtMost(this.#at, at - 1);
    if (piece < 0) return this.#below.rawEnd(at);
    return this.#below.rawEnd((this.#to[piece] as number) + Math.max(0, at - (this.#end[piece] as number)));
  }

  firstFrom(raw: number): number {
    const below = this.#below.firstFrom(raw);
    const piece = lastAtMost(this.#from, below);
    if (piece < 0) return below;
    if (below === this.#from[piece]) return this.#at[piece] as number;
    return (this.#end[piece] as number) + Math.max(0, below - (this.#to[piece] as number));
  }

  endBefore(raw: number): number {
    const below = this.#below.endBefore(raw);
    const piece = lastAtMost(this.#from, below);
    if (piece < 0) return below;
    const to = this.#to[piece] as number;
    return below < to ? (this.#at[piece] as number) : (this.#end[piece] as number) + below - to;
  }
}

/** Up to here a loop is faster than a call of the host. */
const SHORT_COPY_BYTES = 128;

/** Writes a reading from left to right. What is not replaced is copied. */
export class ReadingWriter {
  readonly #below: Reading;
  readonly #out: Uint8Array;
  readonly #at: number[] = [];
  readonly #end: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #length = 0;
  #copied = 0;

  /** `capacity`: bytes that the result may have; as many as below, where nothing grows. */
  constructor(below: Reading, capacity = below.bytes.length) {
    this.#below = below;
    this.#out = new Uint8Array(capacity);
  }

  /** Puts what `write` writes (it returns the end) in place of the bytes `[from, to)` below. */
  replace(from: number, to: number, write: (out: Uint8Array, at: number) => number): void {
    this.#copyUpTo(from);
    this.#at.push(this.#length);
    this.#from.push(from);
    this.#to.push(to);
    this.#length = write(this.#out, this.#length);
    this.#end.push(this.#length);
    this.#copied = to;
  }

  get isUnchanged(): boolean {
    return this.#at.length === 0;
  }

  finish(): Reading {
    if (this.isUnchanged) return this.#below;
    this.#copyUpTo(this.#below.bytes.length);
    const pieces = { at: this.#at, end: this.#end, from: this.#from, to: this.#to };
    return new PiecedReading(this.#out.subarray(0, this.#length), this.#below, pieces);
  }

  #copyUpTo(from: number): void {
    const start = this.#copied;
    if (from <= start) return;
    const { bytes } = this.#below;
    if (from - start > SHORT_COPY_BYTES) this.#out.set(bytes.subarray(start, from), this.#length);
    else for (let index = start, at = this.#length; index < from; index++, at++) this.#out[at] = bytes[index] as number;
    this.#length += from - start;
  }
}
