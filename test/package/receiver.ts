/** A backend: takes OTLP/HTTP with JSON bodies and keeps the spans. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
}

export interface Receiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Of every request. */
  readonly paths: ReadonlySet<string>;
  /** Spans that carry a verdict. */
  verdicts(): ReceivedSpan[];
  /** Forgets spans and paths. */
  clear(): void;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly {
      readonly spans?: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly attributes?: readonly Attribute[];
        readonly events?: readonly { readonly name: string; readonly attributes?: readonly Attribute[] }[];
      }[];
    }[];
  }[];
}

const plain = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf(body: Body): ReceivedSpan[] {
  return (body.resourceSpans ?? [])
    .flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans))
    .map(({ name, traceId, attributes, events = [] }) => ({
      name,
      traceId,
      attributes: plain(attributes),
      events: events.map((event) => ({ name: event.name, attributes: plain(event.attributes) })),
    }));
}

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
      paths.add(request.url ?? '');
      if (request.url?.endsWith('/v1/traces') === true) spans.push(...spansOf(JSON.parse(text) as Body));
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    verdicts: () => spans.filter(({ attributes }) => attributes['ragspan.verdict'] !== undefined),
    clear: () => {
      spans.splice(0);
      paths.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
