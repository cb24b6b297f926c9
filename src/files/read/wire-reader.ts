/** The protobuf wire format, as far as OTLP uses it. Never reads past `end`; bad bytes throw `Unreadable`. */
import { decodeUtf8 } from '../utf8.js';
import { Unreadable } from './damage.js';

export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH = 2;
export const FIXED32 = 5;

export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  /** Of the field that `next` read. */
  field = 0;
  wireType = 0;

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  /** Reads the next tag; false at the end. The value must then be read or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint32();
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    if (this.field === 0) throw new Unreadable('holds a field number 0');
    return true;
  }

  #varint32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#byte();
      value = (value | ((byte & 0x7f) << shift)) >>> 0;
      if (byte < 0x80) return value;
    }
    throw new Unreadable('holds a number that is too long');
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new Unreadable('ends in the middle of a field');
    const byte = this.#bytes[this.#at] as number;
    this.#at += 1;
    return byte;
  }

  #take(length: number): number {
    const from = this.#at;
    if (length > this.#end - from) throw new Unreadable('ends in the middle of a field');
    this.#at += length;
    return from;
  }

  #expect(wireType: number): void {
    if (this.wireType !== wireType) throw new Unreadable(`has a field ${this.field} of an unexpected wire type`);
  }

  varint(): bigint {
    this.#expect(VARINT);
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Unreadable('holds a number that is too long');
  }

  /** A small unsigned number or enum. */
  uint32(): number {
    return Number(BigInt.asUintN(32, this.varint()));
  }

  int64(): bigint {
    return BigInt.asIntN(64, this.varint());
  }

  fixed64(): bigint {
    this.#expect(FIXED64);
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  double(): number {
    this.#expect(FIXED64);
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  bytes(): Buffer {
    this.#expect(LENGTH);
    const length = this.#varint32();
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  string(): string {
    return decodeUtf8(this.bytes());
  }

  message(): WireReader {
    return new WireReader(this.bytes());
  }

  skip(): void {
    switch (this.wireType) {
      case VARINT:
        while (this.#byte() >= 0x80);
        return;
      case FIXED64:
        this.#take(8);
        return;
      case LENGTH:
        this.#take(this.#varint32());
        return;
      case FIXED32:
        this.#take(4);
        return;
      default:
        throw new Unreadable(`has a field ${this.field} of the unknown wire type ${this.wireType}`);
    }
  }
}
