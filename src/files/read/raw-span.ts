/** A span as it stood in the file, with the way to decode it: what is held until its trace is whole. */
import { decodeLog, decodeSpan } from './otlp-protobuf.js';
import { parseJson } from './json-value.js';
import { readJaegerSpan } from './jaeger-json.js';
import { readLog, readSpan } from './otlp-json.js';
import type { LogDraft, SpanDraft } from './span-draft.js';

export const ENCODINGS = [
  'otlp_json_span',
  'otlp_json_log',
  'otlp_protobuf_span',
  'otlp_protobuf_log',
  'jaeger_json_span',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface RawSpan {
  readonly encoding: Encoding;
  /** Of `Origins`. */
  readonly origin: number;
  /** JSON only: bare integers too long for a double stand in it. */
  readonly hasLongInteger: boolean;
  readonly bytes: Buffer;
}

export type Decoded = { readonly span: SpanDraft } | { readonly log: LogDraft } | undefined;

/** Throws `Unreadable`. Undefined: a log record that names no span. */
export function decodeRaw(raw: Omit<RawSpan, 'origin'>): Decoded {
  switch (raw.encoding) {
    case 'otlp_json_span':
      return { span: readSpan(parseJson(raw.bytes, raw.hasLongInteger)) };
    case 'jaeger_json_span':
      return { span: readJaegerSpan(parseJson(raw.bytes, raw.hasLongInteger)) };
    case 'otlp_protobuf_span':
      return { span: decodeSpan(raw.bytes) };
    case 'otlp_json_log':
      return wrapped(readLog(parseJson(raw.bytes, raw.hasLongInteger)));
    case 'otlp_protobuf_log':
      return wrapped(decodeLog(raw.bytes));
  }
}

function wrapped(log: LogDraft | undefined): Decoded {
  return log === undefined ? undefined : { log };
}
