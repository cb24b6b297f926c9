/** Spans as one file of any format that is read (spec §13). */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { SpanRecord } from '../../model/span.js';
import { jaegerJson } from './jaeger-json.js';
import { otlpJson } from './otlp-json.js';
import { lengthPrefixed, otlpProtobuf } from './otlp-protobuf.js';

export type TraceFormat =
  | 'otlp_json'
  | 'otlp_json_lines'
  | 'otlp_protobuf'
  | 'otlp_protobuf_length_prefixed'
  | 'jaeger_json';

export interface TraceFileOptions {
  /** Default: `otlp_json`. The two row formats have one row a trace. */
  readonly format?: TraceFormat;
  readonly gzip?: boolean;
}

export function traceFileBytes(spans: readonly SpanRecord[], options: TraceFileOptions = {}): Buffer {
  const bytes = plainBytes(spans, options.format ?? 'otlp_json');
  return options.gzip === true ? gzipSync(bytes) : bytes;
}

/** Throws what the file system throws. */
export function writeTraceFile(path: string, spans: readonly SpanRecord[], options: TraceFileOptions = {}): void {
  writeFileSync(path, traceFileBytes(spans, options));
}

function plainBytes(spans: readonly SpanRecord[], format: TraceFormat): Buffer {
  switch (format) {
    case 'otlp_json':
      return Buffer.from(`${JSON.stringify(otlpJson(spans), undefined, 2)}\n`);
    case 'otlp_json_lines':
      return Buffer.from(
        byTrace(spans)
          .map((own) => `${JSON.stringify(otlpJson(own))}\n`)
          .join(''),
      );
    case 'otlp_protobuf':
      return otlpProtobuf(spans);
    case 'otlp_protobuf_length_prefixed':
      return lengthPrefixed(byTrace(spans).map(otlpProtobuf));
    case 'jaeger_json':
      return Buffer.from(`${JSON.stringify(jaegerJson(spans))}\n`);
  }
}

function byTrace(spans: readonly SpanRecord[]): readonly (readonly SpanRecord[])[] {
  const traces = new Map<string, SpanRecord[]>();
  for (const span of spans) {
    const own = traces.get(span.traceId);
    if (own === undefined) traces.set(span.traceId, [span]);
    else own.push(span);
  }
  return [...traces.values()];
}
