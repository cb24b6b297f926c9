/** The key of a member, which may come in several pieces. */
import { BACKSLASH, LF, QUOTE } from './json-bytes.js';

const MAX_BYTES = 64 * 1024;

export class JsonKey {
  /** Where the last `read` stopped: at the closing quote when it says `end`. */
  at = 0;
  #parts: Buffer[] = [];
  #bytes = 0;
  #escaped = false;

  begin(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#escaped = false;
  }

  read(chunk: Buffer, from: number): 'end' | 'more' | 'line' | 'too_long' {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LF || (byte === QUOTE && !this.#escaped)) break;
      this.#escaped = byte === BACKSLASH && !this.#escaped;
    }
    this.at = at;
    this.#parts.push(Buffer.from(chunk.subarray(from, at)));
    this.#bytes += at - from;
    if (chunk[at] === LF) return 'line';
    if (this.#bytes > MAX_BYTES) return 'too_long';
    return at === chunk.length ? 'more' : 'end';
  }

  text(): string {
    const text = Buffer.concat(this.#parts).toString('utf8');
    if (!text.includes('\\')) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      return text;
    }
  }
}
