/** Runs as bytes: in memory up to a bound, beyond it in a temporary file that goes with the process. */
import { closeSync } from 'node:fs';
import { openTemporary, readWhole, writeWhole } from '../../files/hold/temporary-file.js';

export type Stored = { readonly bytes: Buffer } | { readonly position: number; readonly length: number };

export class DetailStore {
  readonly #maxHeldBytes: number;
  #heldBytes = 0;
  #file: number | undefined;
  #end = 0;

  /** `maxHeldBytes`: Infinity where the holder itself lets go of what is too much. */
  constructor(maxHeldBytes: number) {
    this.#maxHeldBytes = maxHeldBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Throws a SourceError when memory is full and the disk is too. */
  put(bytes: Buffer): Stored {
    if (this.#heldBytes + bytes.length <= this.#maxHeldBytes) {
      this.#heldBytes += bytes.length;
      return { bytes };
    }
    this.#file ??= openTemporary();
    const position = this.#end;
    writeWhole(this.#file, bytes, position);
    this.#end += bytes.length;
    return { position, length: bytes.length };
  }

  get(stored: Stored): Buffer {
    if ('bytes' in stored) return stored.bytes;
    const bytes = Buffer.alloc(stored.length);
    if (this.#file !== undefined) readWhole(this.#file, bytes, 0, stored.position);
    return bytes;
  }

  drop(stored: Stored): void {
    if ('bytes' in stored) this.#heldBytes -= stored.bytes.length;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
