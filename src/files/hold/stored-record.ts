/** A record as it lies in memory and in the temporary file: key, tag, reference, length, bytes. */

export interface StoredRecord {
  /** 32 hex characters. */
  readonly key: string;
  /** The caller's own: two small numbers and the bytes. */
  readonly tag: number;
  readonly reference: number;
  readonly bytes: Buffer;
}

export const HEAD_BYTES = 16 + 1 + 4 + 4;

export function recordAt(bytes: Buffer, at: number): StoredRecord {
  const length = bytes.readUInt32LE(at + 21);
  return {
    key: bytes.toString('hex', at, at + 16),
    tag: bytes.readUInt8(at + 16),
    reference: bytes.readUInt32LE(at + 17),
    bytes: bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length),
  };
}
