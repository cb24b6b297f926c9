/** Reading sorted runs of a temporary file back, and merging them. */
import { HEAD_BYTES, recordAt, type StoredRecord } from './stored-record.js';
import { readWhole } from './temporary-file.js';

const CURSOR_BYTES = 128 * 1024;

/** Where in the file it lies. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Reads one sorted run, a piece at a time. Records are copies: the piece is read over. */
export class Cursor {
  readonly order: number;
  readonly #file: number;
  readonly #end: number;
  #at: number;
  #piece: Buffer = Buffer.alloc(0);
  #used = 0;
  record: StoredRecord | undefined;

  constructor(file: number, run: Run, order: number) {
    this.#file = file;
    this.#at = run.start;
    this.#end = run.end;
    this.order = order;
  }

  /** False at the end of the run. */
  advance(): boolean {
    this.record = undefined;
    if (!this.#fill(HEAD_BYTES)) return false;
    const size = HEAD_BYTES + this.#piece.readUInt32LE(this.#used + 21);
    if (!this.#fill(size)) return false;
    this.record = recordAt(Buffer.from(this.#piece.subarray(this.#used, this.#used + size)), 0);
    this.#used += size;
    return true;
  }

  #fill(needed: number): boolean {
    const left = this.#piece.length - this.#used;
    if (left >= needed) return true;
    const size = Math.min(Math.max(CURSOR_BYTES, needed), left + this.#end - this.#at);
    if (size < needed) return false;
    const next = Buffer.allocUnsafe(size);
    this.#piece.copy(next, 0, this.#used);
    readWhole(this.#file, next, left, this.#at);
    this.#at += size - left;
    this.#piece = next;
    this.#used = 0;
    return true;
  }
}

/** The cursor with the least key; of equal keys the earliest run. */
export class CursorHeap {
  readonly #cursors: Cursor[];

  constructor(cursors: Cursor[]) {
    this.#cursors = cursors;
    for (let at = (cursors.length >> 1) - 1; at >= 0; at -= 1) this.#sink(at);
  }

  first(): Cursor | undefined {
    return this.#cursors[0];
  }

  /** After the first cursor has moved on, or has come to its end. */
  replaceFirst(hasMore: boolean): void {
    if (!hasMore) {
      const last = this.#cursors.pop();
      if (this.#cursors.length > 0 && last !== undefined) this.#cursors[0] = last;
    }
    this.#sink(0);
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#cursors[one] as Cursor;
    const b = this.#cursors[other] as Cursor;
    const keyA = a.record?.key ?? '';
    const keyB = b.record?.key ?? '';
    return keyA < keyB || (keyA === keyB && a.order < b.order);
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#cursors.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return;
      const moved = this.#cursors[at] as Cursor;
      this.#cursors[at] = this.#cursors[least] as Cursor;
      this.#cursors[least] = moved;
      at = least;
    }
  }
}
