/**
 * Walks OTLP protobuf without holding more than one span of it: the file, its resources and scopes
 * are frames whose ends are known in advance; what stands in them is handed over field by field.
 *
 * How it works: bytes come in by `push`. A field that is not wholly there yet waits in `#held`. A
 * frame that turns out damaged is left at its end, and reading goes on behind it: a bad span costs
 * that span, bad framing inside a resource costs the rest of that resource. A file is either one
 * message (TracesData, LogsData or the export requests, which are alike on the wire) or a row of
 * messages each after its length in four bytes, big-endian, as the Collector's file exporter writes.
 */
import type { Place } from './damage.js';
import { FIXED32, FIXED64, LENGTH, VARINT } from './wire-reader.js';

export interface ProtobufVisitor {
  /** A ResourceSpans or ResourceLogs begins. */
  resourceStart(): void;
  resource(bytes: Buffer, place: Place): void;
  resourceEnd(): void;
  scopeStart(): void;
  scope(bytes: Buffer, place: Place): void;
  scopeEnd(): void;
  /** A Span or a LogRecord. */
  item(bytes: Buffer, place: Place): void;
  /** A length-prefixed message that is no plain protobuf (compressed, or JSON). */
  foreignMessage(bytes: Buffer, place: Place): void;
  damage(place: Place, problem: string): void;
}

type Level = 'prefix' | 'message' | 'resource' | 'scope';

interface Frame {
  readonly level: Level;
  /** Absolute; Infinity for a file without length prefixes. */
  readonly end: number;
  count: number;
}

const MAX_ITEM_BYTES = 256 * 1024 * 1024;
/** Field 1, length-delimited: what every OTLP message begins with. */
const FIRST_BYTE = 0x0a;
/** InstrumentationLibrarySpans, before scopes had that name. */
const OLD_SCOPE_FIELD = 1000;

export class ProtobufWalker {
  readonly #visitor: ProtobufVisitor;
  readonly #frames: Frame[] = [];
  /** Read but not used: pieces in order, and how many bytes they are. */
  #pieces: Buffer[] = [];
  #available = 0;
  /** No use looking again before this many bytes are there. */
  #needed = 1;
  /** Absolute offset of the first available byte. */
  #base = 0;
  /** Bytes still to step over. */
  #toSkip = 0;
  #isLost = false;

  constructor(visitor: ProtobufVisitor, isLengthPrefixed: boolean) {
    this.#visitor = visitor;
    this.#frames.push({ level: isLengthPrefixed ? 'prefix' : 'message', end: Number.POSITIVE_INFINITY, count: 0 });
  }

  push(piece: Buffer): void {
    if (piece.length > 0) this.#pieces.push(piece);
    this.#available += piece.length;
    for (;;) {
      if (this.#toSkip > 0) {
        const now = Math.min(this.#toSkip, this.#available);
        this.#drop(now);
        this.#toSkip -= now;
        if (this.#toSkip > 0) return;
      }
      while (this.#frames.length > 1 && this.#base >= this.#frame().end) this.#leave();
      if (this.#available < this.#needed) return;
      if (!this.#step()) return;
    }
  }

  end(): void {
    if (!this.#isLost && (this.#toSkip > 0 || this.#available > 0 || this.#frames.length > 1)) {
      this.#visitor.damage(this.#place(this.#base), 'the file ends here, in the middle of a message');
    }
    while (this.#frames.length > 1) this.#leave();
  }

  #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #leave(): void {
    const { level } = this.#frames.pop() as Frame;
    if (level === 'resource') this.#visitor.resourceEnd();
    if (level === 'scope') this.#visitor.scopeEnd();
  }

  #place(offset: number): Place {
    const path = this.#frames
      .filter((frame) => frame.level !== 'prefix')
      .map((frame) => `${frame.level}[${Math.max(0, frame.count - 1)}]`)
      .join('.');
    return { offset, path };
  }

  /** The available bytes as one buffer. */
  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] as Buffer;
  }

  #drop(length: number): void {
    this.#base += length;
    this.#available -= length;
    let left = length;
    while (left > 0) {
      const first = this.#pieces[0] as Buffer;
      if (first.length > left) {
        this.#pieces[0] = first.subarray(left);
        return;
      }
      left -= first.length;
      this.#pieces.shift();
    }
  }

  /** Until so many bytes are there. */
  #wait(bytes: number): false {
    this.#needed = bytes;
    return false;
  }

  /** Gives up the innermost frame: its end is where reading goes on. */
  #abandon(problem: string): boolean {
    this.#visitor.damage(this.#place(this.#base), problem);
    const { end } = this.#frame();
    // Nothing says where the next message begins: the rest of the file is lost.
    this.#toSkip = end === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : end - this.#base;
    this.#isLost = end === Number.POSITIVE_INFINITY;
    return true;
  }

  /** One field or one length prefix. False: more bytes are needed. */
  #step(): boolean {
    const frame = this.#frame();
    if (frame.level === 'prefix') return this.#prefix(frame);
    const bytes = this.#joined();
    const head = readHead(bytes);
    if (head === 'short') return this.#wait(bytes.length + 1);
    if (head === 'bad') return this.#abandon('these bytes are no protobuf field');
    const whole = head.size + head.length;
    if (this.#base + whole > frame.end) return this.#abandon('a field is longer than the message it stands in');
    if (head.wireType === LENGTH && opens(frame.level, head.field)) return this.#open(frame, head);
    const isKept = head.wireType === LENGTH && keeps(frame.level, head.field);
    if (!isKept || head.length > MAX_ITEM_BYTES) {
      if (isKept) this.#visitor.damage(this.#place(this.#base), `a value of ${head.length} bytes is not read`);
      this.#drop(head.size);
      this.#toSkip = head.length;
      return this.#goOn();
    }
    if (bytes.length < whole) return this.#wait(whole);
    this.#hand(frame, head, bytes.subarray(head.size, whole));
    this.#drop(whole);
    return this.#goOn();
  }

  #goOn(): true {
    this.#needed = 1;
    return true;
  }

  #open(frame: Frame, head: Head): boolean {
    frame.count += 1;
    this.#drop(head.size);
    const level = frame.level === 'message' ? 'resource' : 'scope';
    this.#frames.push({ level, end: this.#base + head.length, count: 0 });
    if (level === 'resource') this.#visitor.resourceStart();
    else this.#visitor.scopeStart();
    return this.#goOn();
  }

  #hand(frame: Frame, head: Head, value: Buffer): void {
    if (frame.level === 'scope' && head.field === 2) frame.count += 1;
    const place = this.#place(this.#base + head.size);
    if (frame.level === 'resource') this.#visitor.resource(value, place);
    else if (head.field === 1) this.#visitor.scope(value, place);
    else this.#visitor.item(value, place);
  }

  #prefix(frame: Frame): boolean {
    if (this.#available < 4) return this.#wait(4);
    const bytes = this.#joined();
    const length = bytes.readUInt32BE(0);
    if (length > 0 && bytes.length < 5) return this.#wait(5);
    if (length > 0) frame.count += 1;
    if (length === 0) {
      this.#drop(4);
    } else if (bytes[4] === FIRST_BYTE) {
      this.#drop(4);
      this.#frames.push({ level: 'message', end: this.#base + length, count: 0 });
    } else {
      if (length > MAX_ITEM_BYTES) return this.#abandon(`a message of ${length} bytes is not read`);
      if (bytes.length < 4 + length) {
        frame.count -= 1;
        return this.#wait(4 + length);
      }
      this.#visitor.foreignMessage(bytes.subarray(4, 4 + length), this.#place(this.#base + 4));
      this.#drop(4 + length);
    }
    return this.#goOn();
  }
}

interface Head {
  readonly field: number;
  readonly wireType: number;
  /** Bytes of the tag, and of the length where there is one. */
  readonly size: number;
  /** Bytes of the value. */
  readonly length: number;
}

function opens(level: Level, field: number): boolean {
  return level === 'message' ? field === 1 : level === 'resource' && (field === 2 || field === OLD_SCOPE_FIELD);
}

function keeps(level: Level, field: number): boolean {
  return level === 'resource' ? field === 1 : level === 'scope' && (field === 1 || field === 2);
}

/** Tag, and what length the value has. */
function readHead(bytes: Buffer): Head | 'short' | 'bad' {
  const tag = readVarint(bytes, 0);
  if (typeof tag === 'string') return tag;
  const field = Math.floor(tag.value / 8);
  const wireType = tag.value % 8;
  if (field === 0 || tag.value > 0xffffffff) return 'bad';
  switch (wireType) {
    case FIXED64:
      return { field, wireType, size: tag.size, length: 8 };
    case FIXED32:
      return { field, wireType, size: tag.size, length: 4 };
    case VARINT:
    case LENGTH: {
      const next = readVarint(bytes, tag.size);
      if (typeof next === 'string') return next;
      const size = tag.size + next.size;
      if (wireType === VARINT) return { field, wireType, size, length: 0 };
      return next.value > 0xffffffff ? 'bad' : { field, wireType, size, length: next.value };
    }
    default:
      return 'bad';
  }
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly size: number } | 'short' | 'bad' {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return 'short';
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, size: index + 1 };
  }
  return 'bad';
}
