/**
 * Holds byte records by a 16-byte key and gives them back grouped, in the order of keys; records of
 * one key in the order they came. Bounded memory: beyond `maxHeldBytes` the records are sorted and
 * written to a temporary file, and at the end the sorted runs are merged.
 *
 * The temporary file is readable by its owner only and unlinked as soon as it is open, so that
 * nothing is left behind, whatever happens to the process.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface StoredRecord {
  /** 32 hex characters. */
  readonly key: string;
  /** The caller's own: two small numbers and the bytes. */
  readonly tag: number;
  readonly reference: number;
  readonly bytes: Buffer;
}

export interface RecordGroup {
  readonly key: string;
  readonly records: readonly StoredRecord[];
  /** Set, with no records, when the group is larger than may be held. */
  readonly excessBytes?: number;
}

export interface SortedStoreOptions {
  readonly maxHeldBytes?: number;
  /** A group beyond this is not given back but reported. */
  readonly maxGroupBytes?: number;
}

/** Key, tag, reference, length. */
const HEAD_BYTES = 16 + 1 + 4 + 4;
const SLAB_BYTES = 4 * 1024 * 1024;
const CURSOR_BYTES = 128 * 1024;

interface Run {
  readonly start: number;
  readonly end: number;
}

export class SortedStore {
  readonly #maxHeldBytes: number;
  readonly #maxGroupBytes: number;
  #slabs: Buffer[] = [];
  #slabUsed = 0;
  #heldBytes = 0;
  /** Slab number and offset of each held record, as one number. */
  #positions: number[] = [];
  readonly #runs: Run[] = [];
  #file: number | undefined;
  #fileBytes = 0;

  constructor(options: SortedStoreOptions = {}) {
    this.#maxHeldBytes = options.maxHeldBytes ?? 64 * 1024 * 1024;
    this.#maxGroupBytes = options.maxGroupBytes ?? 512 * 1024 * 1024;
  }

  /** Whether the temporary file is in use. */
  get isSpilled(): boolean {
    return this.#file !== undefined;
  }

  add(key: string, tag: number, reference: number, bytes: Buffer): void {
    const size = HEAD_BYTES + bytes.length;
    if (this.#heldBytes > 0 && this.#heldBytes + size > this.#maxHeldBytes) this.#spill();
    let slab = this.#slabs.at(-1);
    if (slab === undefined || this.#slabUsed + size > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, size));
      this.#slabs.push(slab);
      this.#slabUsed = 0;
    }
    const at = this.#slabUsed;
    slab.write(key, at, 'hex');
    slab.writeUInt8(tag, at + 16);
    slab.writeUInt32LE(reference, at + 17);
    slab.writeUInt32LE(bytes.length, at + 21);
    bytes.copy(slab, at + HEAD_BYTES);
    this.#positions.push((this.#slabs.length - 1) * 2 ** 32 + at);
    this.#slabUsed += size;
    this.#heldBytes += size;
  }

  /** May be called again for another pass, but not before the pass at hand is over. */
  *groups(): Generator<RecordGroup> {
    if (this.#file !== undefined && this.#heldBytes > 0) this.#spill();
    yield* grouped(this.#file === undefined ? this.#heldRecords() : this.#mergedRecords(this.#file), this.#maxGroupBytes);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#slabs = [];
    this.#positions = [];
  }

  *#heldRecords(): Generator<StoredRecord> {
    this.#sort();
    for (const position of this.#positions) {
      const { slab, at } = this.#place(position);
      yield recordAt(slab, at);
    }
  }

  #place(position: number): { readonly slab: Buffer; readonly at: number } {
    return { slab: this.#slabs[Math.floor(position / 2 ** 32)] as Buffer, at: position % 2 ** 32 };
  }

  #sort(): void {
    this.#positions.sort((one, other) => {
      const a = this.#place(one);
      const b = this.#place(other);
      return a.slab.compare(b.slab, b.at, b.at + 16, a.at, a.at + 16) || one - other;
    });
  }

  #spill(): void {
    this.#file ??= openTemporary();
    this.#sort();
    const start = this.#fileBytes;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = (): void => {
      writeWhole(this.#file as number, Buffer.concat(pending));
      this.#fileBytes += pendingBytes;
      pending = [];
      pendingBytes = 0;
    };
    for (const position of this.#positions) {
      const { slab, at } = this.#place(position);
      const size = HEAD_BYTES + slab.readUInt32LE(at + 21);
      pending.push(slab.subarray(at, at + size));
      pendingBytes += size;
      if (pendingBytes >= SLAB_BYTES) flush();
    }
    flush();
    this.#runs.push({ start, end: this.#fileBytes });
    this.#slabs = [];
    this.#slabUsed = 0;
    this.#heldBytes = 0;
    this.#positions = [];
  }

  *#mergedRecords(file: number): Generator<StoredRecord> {
    const cursors = this.#runs.map((run, order) => new Cursor(file, run, order)).filter((cursor) => cursor.advance());
    const heap = new CursorHeap(cursors);
    for (;;) {
      const first = heap.first();
      if (first?.record === undefined) return;
      yield first.record;
      heap.replaceFirst(first.advance());
    }
  }
}

function recordAt(bytes: Buffer, at: number): StoredRecord {
  const length = bytes.readUInt32LE(at + 21);
  return {
    key: bytes.toString('hex', at, at + 16),
    tag: bytes.readUInt8(at + 16),
    reference: bytes.readUInt32LE(at + 17),
    bytes: bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length),
  };
}

function* grouped(records: Iterable<StoredRecord>, maxGroupBytes: number): Generator<RecordGroup> {
  let key: string | undefined;
  let group: StoredRecord[] = [];
  let bytes = 0;
  const finished = (): RecordGroup => (bytes > maxGroupBytes ? { key: key as string, records: [], excessBytes: bytes } : { key: key as string, records: group });
  for (const record of records) {
    if (record.key !== key) {
      if (key !== undefined) yield finished();
      key = record.key;
      group = [];
      bytes = 0;
    }
    bytes += record.bytes.length;
    if (bytes <= maxGroupBytes) group.push(record);
    else group = [];
  }
  if (key !== undefined) yield finished();
}

/** Reads one sorted run, a piece at a time. Records are copies: the piece is read over. */
class Cursor {
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
class CursorHeap {
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

function openTemporary(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-'));
  const file = openSync(join(folder, 'spans'), 'wx+', 0o600);
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows keeps an open file: it goes when the process has ended and the folder is cleaned up.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return file;
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}

function readWhole(file: number, into: Buffer, at: number, position: number): void {
  let done = at;
  while (done < into.length) {
    const read = readSync(file, into, done, into.length - done, position + done - at);
    if (read === 0) throw new Error('the temporary file is shorter than what was written to it');
    done += read;
  }
}
