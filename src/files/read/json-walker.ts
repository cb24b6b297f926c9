/**
 * A JSON reader that never holds a whole document: it walks into the containers the caller asks
 * for, hands over the bytes of the values the caller wants to keep, and steps over the rest.
 *
 * How it works: bytes come in by `push`, in pieces of any size. One stack of frames says where we
 * are; values that are kept or skipped are not parsed but only measured (brackets and strings), in
 * one tight loop. Several documents may follow one another, one a line or over many lines. After
 * damage, reading goes on at the next line that begins with `{` – in a file of one object a line
 * that is the next line. A document that begins in the middle of another (the line before was cut
 * short) is recognised as damage of the one before.
 */
import type { Place } from './damage.js';

export interface Walk {
  /** What to do with the value under this key (objects) or index (arrays). */
  child(key: string | number): Step;
  end?(): void;
}

export interface Keep {
  /** `hasLongInteger`: an integer of 16 digits or more stands there bare. The bytes are valid during the call only. */
  keep(bytes: Buffer, place: Place, hasLongInteger: boolean): void;
}

/** Undefined: step over it. */
export type Step = Walk | Keep | undefined;

export interface JsonWalkerOptions {
  /** Called at the start of every document. */
  readonly document: () => Walk;
  readonly damage: (place: Place, problem: string) => void;
  /** A kept value beyond this is damage. */
  readonly maxValueBytes?: number;
}

type Expect = 'first' | 'key' | 'colon' | 'value' | 'comma';
type Mode = 'walk' | 'key' | 'value' | 'resync';

interface Frame {
  readonly walk: Walk;
  readonly isObject: boolean;
  key: string | number;
  /** `first`: a key, a value or the closing bracket. */
  expect: Expect;
}

const DEFAULT_MAX_VALUE_BYTES = 256 * 1024 * 1024;
const MAX_KEY_BYTES = 64 * 1024;
/** Deeper containers are stepped over. */
const MAX_FRAMES = 64;
/** Enough to see the first key of a document. */
const LOOK_AHEAD = 64;
const DOCUMENT_START = /^\{[ \t\r\n]*"(?:resource_?[sS]pans|resource_?[lL]ogs|resource_?[mM]etrics|batches|traceID|data)"/;

const LF = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const RECORD_SEPARATOR = 0x1e;

export class JsonWalker {
  readonly #options: JsonWalkerOptions;
  readonly #maxValueBytes: number;
  #frames: Frame[] = [];
  #mode: Mode = 'walk';
  /** Bytes kept back because what follows decides what they are. */
  #leftover: Buffer | undefined;
  #ending = false;
  /** Of the first byte of the piece at hand. */
  #base = 0;
  #line = 1;
  #documentLine = 1;
  /** A document ended on the line it began on: one a line is how this file is written. */
  #isOneALine = false;
  /** After damage, the brackets and commas around documents no longer fit: they are let pass. */
  #isTolerant = false;

  #keyParts: Buffer[] = [];
  #keyBytes = 0;

  #keeper: Keep | undefined;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #valueOffset = 0;
  #valueLine = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #digits = 0;
  #hasLongInteger = false;

  constructor(options: JsonWalkerOptions) {
    this.#options = options;
    this.#maxValueBytes = options.maxValueBytes ?? DEFAULT_MAX_VALUE_BYTES;
  }

  push(piece: Buffer): void {
    const chunk = this.#leftover === undefined ? piece : Buffer.concat([this.#leftover, piece]);
    this.#leftover = undefined;
    let at = 0;
    while (at < chunk.length) {
      switch (this.#mode) {
        case 'walk':
          at = this.#walk(chunk, at);
          break;
        case 'key':
          at = this.#key(chunk, at);
          break;
        case 'value':
          at = this.#value(chunk, at);
          break;
        case 'resync':
          at = this.#resync(chunk, at);
          break;
      }
    }
    this.#base += chunk.length - this.#leftoverBytes();
  }

  #leftoverBytes(): number {
    return this.#leftover === undefined ? 0 : this.#leftover.length;
  }

  end(): void {
    this.#ending = true;
    this.push(Buffer.alloc(0));
    if (this.#frames.length > 0 && this.#mode !== 'resync') {
      const place = this.#mode === 'value' ? { ...this.#place(this.#valueOffset), line: this.#valueLine } : this.#place(this.#base);
      this.#options.damage(place, `the file ends here, inside ${this.#mode === 'value' ? 'this value' : 'a document'}`);
    }
    this.#unwind();
  }

  /** What was found in the open containers counts, also when their end is missing. */
  #unwind(): void {
    for (const frame of this.#frames.toReversed()) frame.walk.end?.();
    this.#frames = [];
  }

  #place(offset: number): Place {
    let path = '';
    for (const frame of this.#frames) {
      if (typeof frame.key === 'number') path += frame.key < 0 ? '' : `[${frame.key}]`;
      else if (frame.key !== '') path += path === '' ? frame.key : `.${frame.key}`;
    }
    return path === '' ? { offset, line: this.#line } : { offset, line: this.#line, path };
  }

  #damaged(offset: number, problem: string): void {
    this.#options.damage(this.#place(offset), problem);
    this.#unwind();
    this.#dropValue();
    this.#keyParts = [];
    this.#isTolerant = true;
    this.#mode = 'resync';
  }

  /** True when a new document begins right after the LF at `at`; undefined when more bytes are needed to tell. */
  #startsDocument(chunk: Buffer, at: number): boolean | undefined {
    if (at + 1 >= chunk.length) return this.#ending ? false : undefined;
    if (chunk[at + 1] !== OPEN_OBJECT) return false;
    const frame = this.#frames.at(-1);
    const isElement = this.#mode === 'walk' && this.#frames.length === 1 && frame !== undefined && !frame.isObject && frame.expect !== 'comma';
    if (isElement) return false;
    if (this.#isOneALine) return true;
    if (at + 1 + LOOK_AHEAD > chunk.length && !this.#ending) return undefined;
    return DOCUMENT_START.test(chunk.toString('latin1', at + 1, at + 1 + LOOK_AHEAD));
  }

  /** An LF inside a document. Returns the place to go on at. */
  #lineFeed(chunk: Buffer, at: number): number {
    const starts = this.#startsDocument(chunk, at);
    if (starts === undefined) {
      this.#leftover = chunk.subarray(at);
      return chunk.length;
    }
    if (starts) {
      this.#damaged(this.#base + at, 'the line ends inside a document');
      return at;
    }
    this.#line += 1;
    return at + 1;
  }

  #walk(chunk: Buffer, at: number): number {
    const byte = chunk[at] as number;
    if (byte === LF) {
      if (this.#frames.length > 0) return this.#lineFeed(chunk, at);
      this.#line += 1;
      return at + 1;
    }
    if (byte === 32 || byte === 9 || byte === 13) return at + 1;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#between(byte, at);
    if (byte === (frame.isObject ? CLOSE_OBJECT : CLOSE_ARRAY) && (frame.expect === 'first' || frame.expect === 'comma')) {
      this.#close(frame);
      return at + 1;
    }
    switch (frame.expect) {
      case 'comma':
        if (byte !== COMMA) return this.#unexpected(byte, at);
        frame.expect = frame.isObject ? 'key' : 'value';
        return at + 1;
      case 'colon':
        if (byte !== COLON) return this.#unexpected(byte, at);
        frame.expect = 'value';
        return at + 1;
      case 'key':
        return this.#startKey(byte, at);
      case 'first':
        return frame.isObject ? this.#startKey(byte, at) : this.#startValue(frame, byte, at);
      case 'value':
        return this.#startValue(frame, byte, at);
    }
  }

  /** Before, between and after documents. */
  #between(byte: number, at: number): number {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#documentLine = this.#line;
      const isObject = byte === OPEN_OBJECT;
      this.#frames.push({ walk: this.#options.document(), isObject, key: isObject ? '' : -1, expect: 'first' });
      return at + 1;
    }
    const isByteOrderMark = this.#base + at < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf);
    if (isByteOrderMark || byte === RECORD_SEPARATOR || (this.#isTolerant && (byte === COMMA || byte === CLOSE_ARRAY))) return at + 1;
    return this.#unexpected(byte, at);
  }

  #unexpected(byte: number, at: number): number {
    const shown = byte > 32 && byte < 127 ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
    this.#damaged(this.#base + at, `${shown} does not belong here in JSON`);
    return at;
  }

  #startKey(byte: number, at: number): number {
    if (byte !== QUOTE) return this.#unexpected(byte, at);
    this.#keyBytes = 0;
    this.#escaped = false;
    this.#mode = 'key';
    return at + 1;
  }

  #key(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) break;
      else if (byte === LF) {
        this.#damaged(this.#base + at, 'the line ends inside a key');
        return at;
      }
      at += 1;
    }
    this.#keyParts.push(Buffer.from(chunk.subarray(from, at)));
    this.#keyBytes += at - from;
    if (this.#keyBytes > MAX_KEY_BYTES) {
      this.#damaged(this.#base + at, 'a key is longer than 64 KiB');
      return at;
    }
    if (at === chunk.length) return at;
    const frame = this.#frames.at(-1) as Frame;
    frame.key = keyText(Buffer.concat(this.#keyParts));
    frame.expect = 'colon';
    this.#keyParts = [];
    this.#mode = 'walk';
    return at + 1;
  }

  #startValue(frame: Frame, byte: number, at: number): number {
    const isContainer = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    const isScalar = byte === QUOTE || byte === 45 || (byte >= 48 && byte <= 57) || byte === 116 || byte === 102 || byte === 110;
    if (!isContainer && !isScalar) return this.#unexpected(byte, at);
    if (!frame.isObject) frame.key = (frame.key as number) + 1;
    const step = frame.walk.child(frame.key);
    frame.expect = 'comma';
    if (isContainer && step !== undefined && 'child' in step && this.#frames.length < MAX_FRAMES) {
      const isObject = byte === OPEN_OBJECT;
      this.#frames.push({ walk: step, isObject, key: isObject ? '' : -1, expect: 'first' });
      return at + 1;
    }
    this.#keeper = step !== undefined && 'keep' in step ? step : undefined;
    this.#parts = [];
    this.#partBytes = 0;
    this.#valueOffset = this.#base + at;
    this.#valueLine = this.#line;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#digits = 0;
    this.#hasLongInteger = false;
    this.#mode = 'value';
    return at;
  }

  /** The hot loop: measures a value without parsing it. */
  #value(chunk: Buffer, from: number): number {
    let at = from;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let digits = this.#digits;
    const length = chunk.length;
    let isWhole = false;
    while (at < length) {
      const byte = chunk[at] as number;
      if (inString) {
        if (byte === LF) {
          this.#damaged(this.#base + at, 'the line ends inside a string');
          return at;
        }
        at += 1;
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) {
            isWhole = true;
            break;
          }
        } else {
          // Most bytes are letters inside a string: past them at once.
          while (at < length && isPlain(chunk[at] as number)) at += 1;
        }
        continue;
      }
      if (byte >= 48 && byte <= 57) {
        digits += 1;
        if (digits === 16) this.#hasLongInteger = true;
        at += 1;
        continue;
      }
      digits = 0;
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === 0) {
          isWhole = true;
          break;
        }
        depth -= 1;
        if (depth === 0) {
          at += 1;
          isWhole = true;
          break;
        }
      } else if (depth === 0 && (byte === COMMA || byte === LF || byte === 32 || byte === 13 || byte === 9)) {
        isWhole = true;
        break;
      } else if (byte === LF) {
        const next = this.#lineFeed(chunk, at);
        if (next !== at + 1) {
          // Damage, or the LF waits for more bytes: what was measured so far stays measured.
          if (this.#mode === 'value') {
            this.#keepPart(chunk, from, at);
            this.#depth = depth;
            this.#inString = inString;
            this.#escaped = escaped;
            this.#digits = digits;
          }
          return next;
        }
      }
      at += 1;
    }
    this.#keepPart(chunk, from, at);
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    this.#digits = digits;
    if (isWhole) this.#finishValue();
    return at;
  }

  #keepPart(chunk: Buffer, from: number, to: number): void {
    if (this.#keeper === undefined || from === to) return;
    this.#parts.push(chunk.subarray(from, to));
    this.#partBytes += to - from;
    if (this.#partBytes <= this.#maxValueBytes) return;
    const place = this.#place(this.#valueOffset);
    this.#options.damage({ ...place, line: this.#valueLine }, `a value of more than ${this.#maxValueBytes} bytes is not read`);
    this.#keeper = undefined;
    this.#parts = [];
  }

  #finishValue(): void {
    const keeper = this.#keeper;
    const parts = this.#parts;
    const place: Place = { ...this.#place(this.#valueOffset), line: this.#valueLine };
    this.#dropValue();
    this.#mode = 'walk';
    if (keeper === undefined) return;
    keeper.keep(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), place, this.#hasLongInteger);
  }

  #dropValue(): void {
    this.#keeper = undefined;
    this.#parts = [];
    this.#partBytes = 0;
  }

  #close(frame: Frame): void {
    this.#frames.pop();
    frame.walk.end?.();
    if (this.#frames.length === 0 && this.#documentLine === this.#line) this.#isOneALine = true;
  }

  /** On to the next line that begins with `{`. */
  #resync(chunk: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const feed = chunk.indexOf(LF, at);
      if (feed === -1) return chunk.length;
      if (feed + 1 === chunk.length && !this.#ending) {
        this.#leftover = chunk.subarray(feed);
        return chunk.length;
      }
      this.#line += 1;
      at = feed + 1;
      if (chunk[at] === OPEN_OBJECT) {
        this.#mode = 'walk';
        return at;
      }
    }
  }
}

/** Neither quote, backslash nor control character. */
function isPlain(byte: number): boolean {
  return byte > BACKSLASH || (byte > QUOTE && byte < BACKSLASH) || byte === 32 || byte === 33;
}

function keyText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
