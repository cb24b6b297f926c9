/** Finds the end of a JSON value without parsing it: brackets and strings are all it looks at. The hot loop of reading. */
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isBlank,
  isDigit,
  LF,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json-bytes.js';

/** Why `scan` stopped at `at`: the value ended there, the bytes did, or an LF is there (inside a string it is damage). */
export type Stop = 'end' | 'more' | 'line' | 'line_in_string';

const LONG_INTEGER_DIGITS = 16;

export class ValueMeasure {
  /** Where the last `scan` stopped. */
  at = 0;
  /** A bare integer that a double cannot hold stands in the value. */
  hasLongInteger = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #digits = 0;

  begin(): void {
    this.hasLongInteger = false;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#digits = 0;
  }

  scan(chunk: Buffer, from: number): Stop {
    const length = chunk.length;
    let at = from;
    while (at < length) {
      if (this.#inString) {
        at = this.#string(chunk, at);
        if (at === length) break;
        if (chunk[at] === LF) return this.#stop(at, 'line_in_string');
        at += 1;
        this.#inString = false;
        if (this.#depth === 0) return this.#stop(at, 'end');
        continue;
      }
      const byte = chunk[at] as number;
      if (isDigit(byte)) {
        this.#digits += 1;
        if (this.#digits === LONG_INTEGER_DIGITS) this.hasLongInteger = true;
        at += 1;
        continue;
      }
      this.#digits = 0;
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        // The bracket that ends a number or word belongs to what is around it.
        if (this.#depth === 0) return this.#stop(at, 'end');
        this.#depth -= 1;
        if (this.#depth === 0) return this.#stop(at + 1, 'end');
      } else if (this.#depth === 0 && (byte === COMMA || isBlank(byte))) return this.#stop(at, 'end');
      else if (byte === LF) return this.#stop(at, 'line');
      at += 1;
    }
    return this.#stop(at, 'more');
  }

  #stop(at: number, why: Stop): Stop {
    this.at = at;
    return why;
  }

  /** The place of the closing quote or of an LF, or the end of the bytes. */
  #string(chunk: Buffer, from: number): number {
    const length = chunk.length;
    let at = from;
    let escaped = this.#escaped;
    while (at < length) {
      const byte = chunk[at] as number;
      // Most bytes are letters.
      if (isPlain(byte)) escaped = false;
      else if (byte === LF) break;
      else if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) break;
      at += 1;
    }
    this.#escaped = escaped;
    return at;
  }
}

/** Neither quote, backslash nor control character. */
function isPlain(byte: number): boolean {
  return byte > BACKSLASH || (byte > QUOTE && byte < BACKSLASH) || byte === SPACE || byte === 33;
}
