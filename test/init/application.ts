/** Runs small applications as processes of their own, on the real packages, against a local OTLP receiver. */
import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, so that the applications find what is installed here. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
export const directory = mkdtempSync(join(cache, 'ragspan-init-'));

/** The package as it would be published, near enough: one file per entry, packages outside. */
export async function buildPackage(): Promise<void> {
  await build({
    entryPoints: {
      index: join(root, 'src/index.ts'),
      register: join(root, 'src/init/register.ts'),
      cases: join(root, 'src/cases/index.ts'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    packages: 'external',
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  // As in the package: the reader of case files stands beside as CommonJS, to be had at once.
  await build({
    entryPoints: { cases: join(root, 'src/cases/index.ts') },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    logLevel: 'error',
  });
}

export function write(name: string, source: string): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  return path;
}

const require = createRequire(import.meta.url);

const isInstalled = (name: string): boolean => {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
};

/** The line of the SDK that is installed here. */
export const LINE = isInstalled('@opentelemetry/sdk-trace-node') ? 2 : 3;

/** Where the API of this line lies. */
export function apiFolder(): string {
  let folder = dirname(require.resolve('@opentelemetry/api'));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** A provider of the application's own: `register(...processors)` and `exporting()`. */
export const PROVIDER =
  LINE === 2
    ? `
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export const exporting = () => new BatchSpanProcessor(new OTLPTraceExporter());
export const create = (...spanProcessors) => new NodeTracerProvider({ spanProcessors });
export const register = (...spanProcessors) => { const provider = create(...spanProcessors); provider.register(); return provider; };
`
    : `
import { trace } from '@opentelemetry/api';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export const exporting = () => new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
export const create = (...spanProcessors) => new TracerProvider({ spanProcessors });
export const register = (...spanProcessors) => { const provider = create(...spanProcessors); trace.setGlobalTracerProvider(provider); return provider; };
`;

export const PROVIDER_NAME = LINE === 2 ? 'NodeTracerProvider' : 'TracerProvider';

/** One question answered, with GenAI attributes, on the API alone. */
export const ANSWER = `
import { context, trace, ROOT_CONTEXT } from '@opentelemetry/api';
export function answer(name = 'answer', more = () => undefined) {
  const tracer = trace.getTracer('app');
  const root = tracer.startSpan(name, { attributes: { 'input.value': 'How long?' } }, ROOT_CONTEXT);
  const inside = trace.setSpan(ROOT_CONTEXT, root);
  const search = tracer.startSpan('retrieval', { attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.top_k': 1,
    'gen_ai.retrieval.documents': JSON.stringify([{ id: '1', content: 'The refund window is 30 days from delivery.' }]) } }, inside);
  search.end();
  const call = tracer.startSpan('chat', { attributes: { 'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'The refund window is 30 days from delivery.' }] }]),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: '30 days.' }] }]) } }, inside);
  call.end();
  more(root);
  root.end();
}
`;

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called once the application has printed this. */
  readonly on?: { readonly text: string; act(child: ChildProcess): void };
}

export function run(
  file: string,
  { args = [], environment = {}, cwd = directory, on }: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, file], { cwd, env: { PATH: process.env['PATH'], ...environment } });
    let stdout = '';
    let stderr = '';
    let hasActed = false;
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      if (on !== undefined && !hasActed && stdout.includes(on.text)) {
        hasActed = true;
        on.act(child);
      }
    });
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

export interface ReceivedSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

export interface Receiver {
  readonly url: string;
  /** Only spans of this service are taken: ports are used again, and late exports of others come in. */
  readonly serviceName: string;
  readonly spans: ReceivedSpan[];
  readonly metricNames: Set<string>;
  close(): Promise<void>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const flat = (attributes: readonly OtlpAttribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface OtlpSpan {
  readonly name: string;
  readonly attributes?: OtlpAttribute[];
  readonly events?: { readonly name: string }[];
}

/** Understands OTLP/HTTP in JSON. */
export async function receiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const metricNames = new Set<string>();
  const serviceName = `refund-bot-${randomUUID()}`;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = JSON.parse(
        (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
      ) as {
        resourceSpans?: { resource: { attributes?: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
        resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
      };
      for (const one of body.resourceSpans ?? []) {
        // Providers that the applications make themselves have no name.
        const name = String(flat(one.resource.attributes)['service.name']);
        if (name !== serviceName && !name.startsWith('unknown_service')) continue;
        for (const span of one.scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({
            name: span.name,
            attributes: flat(span.attributes),
            events: (span.events ?? []).map(({ name }) => name),
          });
        }
      }
      for (const one of body.resourceMetrics ?? [])
        for (const scope of one.scopeMetrics) for (const { name } of scope.metrics) metricNames.add(name);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    metricNames,
    serviceName,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface GrpcReceiver {
  readonly url: string;
  /** Of every call. */
  readonly paths: readonly string[];
  /** Everything, as Latin-1: names can be looked for in it. */
  received(): string;
  close(): Promise<void>;
}

/** Takes any call of OTLP/gRPC and answers with an empty message. */
export async function grpcReceiver(): Promise<GrpcReceiver> {
  const paths: string[] = [];
  const chunks: Buffer[] = [];
  const server = createHttp2Server();
  server.on('stream', (stream, headers) => {
    paths.push(String(headers[':path']));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(Buffer.alloc(5));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    received: () => Buffer.concat(chunks).toString('latin1'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
