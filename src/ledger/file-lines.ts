/** The lines of a file as they come from the disk: never more than one line and one block in memory. */
import type { FileHandle } from 'node:fs/promises';
import { MAX_LINE_BYTES } from './entry-line.js';

const BLOCK_BYTES = 256 * 1024;
const LF = 0x0a;

export interface FileLine {
  /** Without its line end; valid until the next line is asked for. */
  readonly bytes: Buffer;
  /** 1-based. */
  readonly number: number;
  /** Of its first byte in the file. */
  readonly offset: number;
  /** False: the file ends without a line end. */
  readonly isClosed: boolean;
  /** Longer than a line may be: `bytes` holds its start, and it is the last that is given. */
  readonly isTooLong: boolean;
}

/** From the start of the file to its end. Linear in the file whatever it holds. */
export async function* fileLines(file: FileHandle): AsyncGenerator<FileLine> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  // The part of a line that earlier blocks held.
  let parts: Buffer[] = [];
  let held = 0;
  let number = 1;
  let offset = 0;
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let start = 0;
    while (start < bytesRead) {
      const end = block.subarray(0, bytesRead).indexOf(LF, start);
      const piece = block.subarray(start, end < 0 ? bytesRead : end);
      if (held + piece.length > MAX_LINE_BYTES) {
        yield { bytes: Buffer.concat([...parts, piece]), number, offset, isClosed: end >= 0, isTooLong: true };
        return;
      }
      if (end < 0) {
        // Copied: the block is read over.
        parts.push(Buffer.from(piece));
        held += piece.length;
        break;
      }
      const bytes = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
      yield { bytes, number, offset, isClosed: true, isTooLong: false };
      offset += bytes.length + 1;
      number += 1;
      parts = [];
      held = 0;
      start = end + 1;
    }
  }
  if (held > 0) yield { bytes: Buffer.concat(parts), number, offset, isClosed: false, isTooLong: false };
}
