/** Zstandard where this Node has it (22.15 and later): the Collector's file exporter can compress each message. */
import * as zlib from 'node:zlib';
import { Unreadable } from './damage.js';

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function zstdDecompressSync(bytes: Buffer): Buffer {
  const decompress = (zlib as { zstdDecompressSync?: Decompress }).zstdDecompressSync;
  if (decompress === undefined)
    throw new Unreadable(
      'is compressed with zstd, which this Node cannot read: unpack it with `zstd -d`, or use Node 22.15 or later',
    );
  try {
    return decompress(bytes, { maxOutputLength: MAX_OUTPUT_BYTES });
  } catch (error) {
    throw new Unreadable(`is no whole zstd frame (${error instanceof Error ? error.message : String(error)})`);
  }
}
