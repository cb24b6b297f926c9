/** The protobuf wire format, as far as OTLP uses it. Zero values are left out by the caller. */
export class WireWriter {
  readonly #parts: Buffer[] = [];
  #length = 0;

  #push(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  #varint(value: bigint): void {
    const bytes: number[] = [];
    let left = BigInt.asUintN(64, value);
    while (left >= 0x80n) {
      bytes.push(Number(left & 0x7fn) | 0x80);
      left >>= 7n;
    }
    bytes.push(Number(left));
    this.#push(Buffer.from(bytes));
  }

  #tag(field: number, wireType: number): void {
    this.#varint(BigInt(field * 8 + wireType));
  }

  varint(field: number, value: bigint | number): this {
    this.#tag(field, 0);
    this.#varint(BigInt(value));
    return this;
  }

  fixed64(field: number, value: bigint): this {
    this.#tag(field, 1);
    const part = Buffer.allocUnsafe(8);
    part.writeBigUInt64LE(BigInt.asUintN(64, value));
    this.#push(part);
    return this;
  }

  double(field: number, value: number): this {
    this.#tag(field, 1);
    const part = Buffer.allocUnsafe(8);
    part.writeDoubleLE(value);
    this.#push(part);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, 2);
    this.#varint(BigInt(value.length));
    this.#push(Buffer.from(value));
    return this;
  }

  string(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, 'utf8'));
  }

  message(field: number, value: WireWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }
}
