/** A local OTLP/HTTP receiver: keeps the spans as a backend would have stored them. */
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { listen } from './listen.ts';

type Scalar = string | number | boolean;
export type StoredValue = Scalar | readonly Scalar[];

export interface StoredSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, StoredValue>>;
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, StoredValue>> }[];
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly StoredSpan[];
  /** Requests and bytes that came in. */
  readonly received: { readonly requests: number; readonly bytes: number };
  /** Whether a text stands anywhere in what came in. */
  holds(text: string): boolean;
  close(): Promise<void>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values?: readonly OtlpValue[] };
}
type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];
interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: OtlpAttributes;
  readonly events?: readonly { readonly name: string; readonly attributes?: OtlpAttributes }[];
}
interface OtlpTraces {
  readonly resourceSpans?: readonly { readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[] }[];
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: StoredSpan[] = [];
  const bodies: string[] = [];
  const received = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const raw = Buffer.concat(pieces);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString('utf8');
      received.requests++;
      received.bytes += raw.length;
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...readSpans(JSON.parse(body) as OtlpTraces));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { url, close } = await listen(server);
  return { url, spans, received, holds: (text) => bodies.some((body) => body.includes(text)), close };
}

function readSpans(traces: OtlpTraces): StoredSpan[] {
  const spans = (traces.resourceSpans ?? []).flatMap((one) => one.scopeSpans ?? []).flatMap((one) => one.spans ?? []);
  return spans.map(({ name, traceId, spanId, parentSpanId, attributes, events }) => ({
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    attributes: readAttributes(attributes),
    events: (events ?? []).map((event) => ({ name: event.name, attributes: readAttributes(event.attributes) })),
  }));
}

function readAttributes(attributes: OtlpAttributes = []): Record<string, StoredValue> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readValue(value: OtlpValue): StoredValue {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map((one) => readValue(one) as Scalar);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? '';
}
