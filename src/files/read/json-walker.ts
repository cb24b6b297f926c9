/**
 * A JSON reader that never holds a whole document: it walks into the containers the caller asks
 * for, hands over the bytes of the values the caller wants to keep, and steps over the rest.
 *
 * How it works: bytes come in by `push`, in pieces of any size. One stack of frames says where we
 * are; values that are kept or skipped are only measured. Several documents may follow one another,
 * one a line or over many lines. After damage, reading goes on at the next line that begins with
 * `{` – in a file of one object a line that is the next line. A document that begins in the middle
 * of another (the line before was cut short) is recognised as damage of the one before.
 */
import type { Place } from './damage.js';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  LF,
  OPEN_ARRAY,
  OPEN_OBJECT,
  opensScalar,
  QUOTE,
  RECORD_SEPARATOR,
} from './json-bytes.js';
import { JsonFrames, type Frame, type Keep, type Walk } from './json-frames.js';
import { JsonKey } from './json-key.js';
import { ValueMeasure } from './value-measure.js';

export interface JsonWalkerOptions {
  /** Called at the start of every document. */
  readonly document: () => Walk;
  readonly damage: (place: Place, problem: string) => void;
  /** A kept value beyond this is damage. */
  readonly maxValueBytes?: number;
}

const DEFAULT_MAX_VALUE_BYTES = 256 * 1024 * 1024;
/** Enough to see the first key of a document. */
const LOOK_AHEAD = 64;
const DOCUMENT_START =
  /^\{[ \t\r\n]*"(?:resource_?[sS]pans|resource_?[lL]ogs|resource_?[mM]etrics|batches|traceID|data)"/;

export class JsonWalker {
  readonly #options: JsonWalkerOptions;
  readonly #maxValueBytes: number;
  readonly #frames = new JsonFrames();
  #mode: 'walk' | 'key' | 'value' | 'resync' = 'walk';
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

  readonly #key = new JsonKey();
  readonly #measure = new ValueMeasure();
  #keeper: Keep | undefined;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #valueOffset = 0;
  #valueLine = 1;

  constructor(options: JsonWalkerOptions) {
    this.#options = options;
    this.#maxValueBytes = options.maxValueBytes ?? DEFAULT_MAX_VALUE_BYTES;
  }

  push(piece: Buffer): void {
    const chunk = this.#leftover === undefined ? piece : Buffer.concat([this.#leftover, piece]);
    this.#leftover = undefined;
    let at = 0;
    while (at < chunk.length) {
      if (this.#mode === 'value') at = this.#value(chunk, at);
      else if (this.#mode === 'walk') at = this.#walk(chunk, at);
      else at = this.#mode === 'key' ? this.#readKey(chunk, at) : this.#resync(chunk, at);
    }
    this.#base += chunk.length - this.#leftoverBytes();
  }

  #leftoverBytes(): number {
    return this.#leftover === undefined ? 0 : this.#leftover.length;
  }

  end(): void {
    this.#ending = true;
    this.push(Buffer.alloc(0));
    if (this.#frames.depth > 0 && this.#mode === 'value')
      this.#options.damage(this.#valuePlace(), 'the file ends here, inside this value');
    else if (this.#frames.depth > 0)
      this.#options.damage(this.#place(this.#base), 'the file ends here, inside a document');
    this.#frames.unwind();
  }

  #place(offset: number): Place {
    const path = this.#frames.path();
    return path === '' ? { offset, line: this.#line } : { offset, line: this.#line, path };
  }

  #valuePlace(): Place {
    return { ...this.#place(this.#valueOffset), line: this.#valueLine };
  }

  #damaged(offset: number, problem: string): void {
    this.#options.damage(this.#place(offset), problem);
    this.#frames.unwind();
    this.#dropValue();
    this.#isTolerant = true;
    this.#mode = 'resync';
  }

  /** True when a new document begins right after the LF at `at`; undefined when more bytes are needed to tell. */
  #startsDocument(chunk: Buffer, at: number): boolean | undefined {
    if (at + 1 >= chunk.length) return this.#ending ? false : undefined;
    if (chunk[at + 1] !== OPEN_OBJECT) return false;
    const frame = this.#frames.top();
    const isElement =
      this.#mode === 'walk' && this.#frames.depth === 1 && frame?.isObject === false && frame.expect !== 'comma';
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
    const frame = this.#frames.top();
    if (byte === LF && frame !== undefined) return this.#lineFeed(chunk, at);
    if (byte === LF) this.#line += 1;
    if (isBlank(byte)) return at + 1;
    if (frame === undefined) return this.#between(byte, at);
    const { expect, isObject } = frame;
    if (byte === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY) && (expect === 'first' || expect === 'comma')) {
      this.#close();
      return at + 1;
    }
    if (expect === 'key' || (expect === 'first' && isObject)) return this.#startKey(byte, at);
    if (expect === 'value' || expect === 'first') return this.#startValue(frame, byte, at);
    if (byte !== (expect === 'comma' ? COMMA : COLON)) return this.#unexpected(byte, at);
    frame.expect = expect === 'comma' && isObject ? 'key' : 'value';
    return at + 1;
  }

  /** Before, between and after documents. */
  #between(byte: number, at: number): number {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#documentLine = this.#line;
      this.#frames.open(this.#options.document(), byte === OPEN_OBJECT);
      return at + 1;
    }
    const isByteOrderMark = this.#base + at < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf);
    const isLetPass = this.#isTolerant && (byte === COMMA || byte === CLOSE_ARRAY);
    return isByteOrderMark || isLetPass || byte === RECORD_SEPARATOR ? at + 1 : this.#unexpected(byte, at);
  }

  #unexpected(byte: number, at: number): number {
    const shown =
      byte > 32 && byte < 127 ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
    this.#damaged(this.#base + at, `${shown} does not belong here in JSON`);
    return at;
  }

  #startKey(byte: number, at: number): number {
    if (byte !== QUOTE) return this.#unexpected(byte, at);
    this.#key.begin();
    this.#mode = 'key';
    return at + 1;
  }

  #readKey(chunk: Buffer, from: number): number {
    const stop = this.#key.read(chunk, from);
    const { at } = this.#key;
    if (stop === 'line') this.#damaged(this.#base + at, 'the line ends inside a key');
    else if (stop === 'too_long') this.#damaged(this.#base + at, 'a key is longer than 64 KiB');
    if (stop !== 'end') return at;
    const frame = this.#frames.top() as Frame;
    frame.key = this.#key.text();
    frame.expect = 'colon';
    this.#mode = 'walk';
    return at + 1;
  }

  #startValue(frame: Frame, byte: number, at: number): number {
    const isContainer = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    if (!isContainer && !opensScalar(byte)) return this.#unexpected(byte, at);
    if (!frame.isObject) frame.key = (frame.key as number) + 1;
    const step = frame.walk.child(frame.key);
    frame.expect = 'comma';
    if (isContainer && step !== undefined && 'child' in step && !this.#frames.isFull) {
      this.#frames.open(step, byte === OPEN_OBJECT);
      return at + 1;
    }
    this.#keeper = step !== undefined && 'keep' in step ? step : undefined;
    this.#valueOffset = this.#base + at;
    this.#valueLine = this.#line;
    this.#measure.begin();
    this.#mode = 'value';
    return at;
  }

  #value(chunk: Buffer, from: number): number {
    let start = from;
    for (;;) {
      const stop = this.#measure.scan(chunk, start);
      const { at } = this.#measure;
      if (stop === 'line') {
        const next = this.#lineFeed(chunk, at);
        start = next;
        if (next === at + 1) continue;
        // Damage, or the LF waits for more bytes: what was measured so far stays measured.
        if (this.#mode === 'value') this.#keepPart(chunk, from, at);
        return next;
      }
      if (stop === 'line_in_string') {
        this.#damaged(this.#base + at, 'the line ends inside a string');
        return at;
      }
      this.#keepPart(chunk, from, at);
      if (stop === 'end') this.#finishValue();
      return at;
    }
  }

  #keepPart(chunk: Buffer, from: number, to: number): void {
    if (this.#keeper === undefined || from === to) return;
    this.#parts.push(chunk.subarray(from, to));
    this.#partBytes += to - from;
    if (this.#partBytes <= this.#maxValueBytes) return;
    this.#options.damage(this.#valuePlace(), `a value of more than ${this.#maxValueBytes} bytes is not read`);
    this.#dropValue();
  }

  #finishValue(): void {
    const keeper = this.#keeper;
    const [first, ...more] = this.#parts;
    this.#dropValue();
    this.#mode = 'walk';
    if (keeper === undefined || first === undefined) return;
    keeper.keep(
      more.length === 0 ? first : Buffer.concat([first, ...more]),
      this.#valuePlace(),
      this.#measure.hasLongInteger,
    );
  }

  #dropValue(): void {
    this.#keeper = undefined;
    this.#parts = [];
    this.#partBytes = 0;
  }

  #close(): void {
    this.#frames.close();
    if (this.#frames.depth === 0 && this.#documentLine === this.#line) this.#isOneALine = true;
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
