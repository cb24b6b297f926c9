/**
 * Holds byte records by a 16-byte key and gives them back grouped, in the order of keys; records of
 * one key in the order they came. Bounded memory: beyond `maxHeldBytes` the records are sorted and
 * written to a temporary file, and at the end the sorted runs are merged.
 *
 * The temporary file is readable by its owner only and unlinked as soon as it is open, so that
 * nothing is left behind, whatever happens to the process.
 */
import { closeSync } from 'node:fs';
import { Cursor, CursorHeap, type Run } from './sorted-run.js';
import { HEAD_BYTES, recordAt, type StoredRecord } from './stored-record.js';
import { openTemporary, writeWhole } from './temporary-file.js';

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

const SLAB_BYTES = 4 * 1024 * 1024;

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
    yield* grouped(
      this.#file === undefined ? this.#heldRecords() : this.#mergedRecords(this.#file),
      this.#maxGroupBytes,
    );
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
    let written = this.#fileBytes;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = (): void => {
      writeWhole(this.#file as number, Buffer.concat(pending), written);
      written += pendingBytes;
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
    this.#runs.push({ start: this.#fileBytes, end: written });
    this.#fileBytes = written;
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

function* grouped(records: Iterable<StoredRecord>, maxGroupBytes: number): Generator<RecordGroup> {
  let key: string | undefined;
  let group: StoredRecord[] = [];
  let bytes = 0;
  const finished = (): RecordGroup =>
    bytes > maxGroupBytes
      ? { key: key as string, records: [], excessBytes: bytes }
      : { key: key as string, records: group };
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
