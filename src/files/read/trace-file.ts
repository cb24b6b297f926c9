/**
 * Reads one trace file of any format (spec §13) as it comes, whatever its size. Nothing here throws
 * for bad bytes: what is wrong goes to the sink as damage, with its place.
 */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { gunzip, isGzip } from './gunzip.js';
import { sniff, SNIFF_BYTES, type Format } from './sniff.js';
import type { Sink } from './sink.js';
import { jsonTraceReader } from './trace-json.js';
import { protobufTraceReader, type TraceReader } from './trace-protobuf.js';

export interface TraceSource {
  /** As named in messages: the path, `standard input`, or a URL. */
  readonly name: string;
  open(): AsyncIterable<Buffer>;
}

const PIECE_BYTES = 1024 * 1024;

/** `-` is standard input. */
export function fileSource(path: string, stdin: Readable = process.stdin): TraceSource {
  if (path === '-') return { name: 'standard input', open: () => stdin };
  return { name: path, open: () => createReadStream(path, { highWaterMark: PIECE_BYTES }) };
}

export function bytesSource(name: string, bytes: Uint8Array): TraceSource {
  return {
    name,
    async *open() {
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
  };
}

/** `onBytes` hears how many bytes of the source have been read, for progress. Throws when the source cannot be opened or read. */
export async function readTraceFile(source: TraceSource, sink: Sink, onBytes?: (bytes: number) => void): Promise<void> {
  const counted = countBytes(source.open(), onBytes);
  const { head, rest } = await peek(counted, 2);
  const gzip = isGzip(head);
  let isDamaged = false;
  const unpacked = (): AsyncGenerator<Buffer> =>
    gunzip(rest, (problem) => {
      isDamaged = true;
      sink.damage({ offset: 0 }, problem);
    });
  const plain = await peek(gzip ? unpacked() : rest, SNIFF_BYTES);
  if (plain.head.length === 0) {
    if (!isDamaged) sink.damage({ offset: 0 }, 'the file is empty: export the trace again');
    return;
  }
  const format = sniff(plain.head);
  const reader = readerFor(format, sink);
  if (typeof reader === 'string') {
    sink.damage({ offset: 0 }, reader);
    return;
  }
  for await (const piece of plain.rest) reader.push(piece);
  reader.end();
}

/** Or why there is none. */
function readerFor(format: Format, sink: Sink): TraceReader | string {
  switch (format) {
    case 'json': {
      const reader = jsonTraceReader(sink);
      return {
        push: (piece) => reader.push(piece),
        end: () => {
          reader.end();
          if (!reader.isRecognised())
            sink.damage(
              { offset: 0 },
              'is JSON, but neither OTLP ("resourceSpans") nor Jaeger ("data", "spans"): export the trace as one of them',
            );
        },
      };
    }
    case 'protobuf':
      return protobufTraceReader(sink, false);
    case 'length_prefixed':
      return protobufTraceReader(sink, true);
    case 'utf16':
      return 'is text in UTF-16: save it as UTF-8';
    case 'zstd':
      return 'is compressed with zstd as a whole: unpack it with `zstd -d` first';
    case 'unknown':
      return 'is none of OTLP JSON, OTLP protobuf, Jaeger JSON (plain or gzip): export the trace as one of them';
  }
}

async function* countBytes(
  pieces: AsyncIterable<Buffer | string>,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    onBytes?.(bytes.length);
    if (bytes.length > 0) yield bytes;
  }
}

/** The first bytes, at least `size` unless there are fewer, and everything from the start again. */
async function peek(
  pieces: AsyncGenerator<Buffer>,
  size: number,
): Promise<{ readonly head: Buffer; readonly rest: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0);
  let isOver = false;
  while (head.length < size && !isOver) {
    const next = await pieces.next();
    if (next.done === true) isOver = true;
    else head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const first = head;
  async function* rest(): AsyncGenerator<Buffer> {
    if (first.length > 0) yield first;
    if (!isOver) yield* pieces;
  }
  return { head, rest: rest() };
}
