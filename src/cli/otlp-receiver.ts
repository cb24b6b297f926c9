/**
 * An OTLP/HTTP receiver on the loopback address: for `view`, `doctor --listen` and the demo. It takes
 * traces and logs as protobuf or JSON, plain or gzip; metrics are accepted and left alone. What cannot
 * be read is said to the exporter: nobody else tells the user that nothing arrived.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { createGunzip, type Gunzip } from 'node:zlib';
import { exportAnswer, failure, OTLP_TYPES, type OtlpAnswer, type OtlpSignal } from './otlp/otlp-answer.js';
import { NOTHING_SENT, type OtlpOutcome } from './otlp/read-otlp-request.js';
import { hostOf, isLocalName, isLoopback } from './own-host.js';

export interface OtlpRequest {
  readonly signal: 'traces' | 'logs';
  /** Unpacked, one byte at least. */
  readonly body: Buffer;
  readonly contentType: string;
}

export interface OtlpReceiverOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** What of it could be read; nothing: all. A fault of the listener is answered with 500. */
  readonly onRequest: (request: OtlpRequest) => Promise<OtlpOutcome | void> | void;
  readonly maxBodyBytes?: number;
  /** Other names this machine is reached by. */
  readonly names?: readonly string[];
}

export interface OtlpReceiver {
  readonly port: number;
  /** `http://127.0.0.1:PORT`: what `OTEL_EXPORTER_OTLP_ENDPOINT` takes. */
  readonly url: string;
  close(): Promise<void>;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Rejects when the port cannot be had. */
export async function startOtlpReceiver(options: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const names = new Set((options.names ?? []).map((name) => name.toLowerCase()));
  const server = createServer((request, response) => {
    answer(request, options, names).then(
      (answered) => respond(response, answered),
      (error: unknown) => respond(response, failure(500, messageOf(error), undefined)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

/** Why a request is refused before its body is looked at. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, problem: string) {
    super(problem);
    this.status = status;
  }
}

async function answer(
  request: IncomingMessage,
  { onRequest, maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: OtlpReceiverOptions,
  names: ReadonlySet<string>,
): Promise<OtlpAnswer> {
  const contentType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const type = OTLP_TYPES.find((one) => one === contentType);
  try {
    if (!isOurHost(request.headers.host, names)) throw new Refusal(421, 'this host name is not one of ours');
    const signal = /^\/v1\/(traces|logs|metrics)$/u.exec((request.url ?? '').split('?')[0] ?? '')?.[1];
    if (signal === undefined) throw new Refusal(404, 'POST to /v1/traces, /v1/logs or /v1/metrics');
    if (request.method !== 'POST') throw new Refusal(405, 'POST is the only method');
    if (type === undefined)
      throw new Refusal(415, 'the content type is neither application/x-protobuf nor application/json');
    const body = await readBody(request, maxBodyBytes);
    if (signal === 'metrics') return exportAnswer(NOTHING_SENT, signal, type);
    // A message without a field has no byte in protobuf; JSON has its braces at least.
    if (body.length === 0 && type === 'application/json') throw new Refusal(400, 'the body is empty, which is no JSON');
    const outcome =
      body.length === 0
        ? NOTHING_SENT
        : await onRequest({ signal: signal as Exclude<OtlpSignal, 'metrics'>, body, contentType });
    return exportAnswer(outcome ?? NOTHING_SENT, signal as OtlpSignal, type);
  } catch (error) {
    return failure(error instanceof Refusal ? error.status : 500, messageOf(error), type);
  }
}

/**
 * Names under `.internal` are given out by nobody, so nobody can rebind one: containers reach the
 * machine they run on by such names (`host.docker.internal`).
 */
function isOurHost(header: string | undefined, names: ReadonlySet<string>): boolean {
  const host = hostOf(header);
  if (host === undefined) return false;
  if (isIP(host) !== 0) return isLoopback(host);
  return isLocalName(host) || host.endsWith('.internal') || names.has(host);
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'identity' && encoding !== '')
    throw new Refusal(415, 'the content encoding is neither gzip nor identity');
  const stream = encoding === 'gzip' ? unpacked(request) : request;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw new Refusal(413, `the body is larger than ${maxBytes} bytes`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, `the body cannot be read: ${messageOf(error)}`);
  }
  return Buffer.concat(pieces);
}

/** Ends with the request, also where its connection breaks off: `pipe` alone would wait for ever. */
function unpacked(request: IncomingMessage): Gunzip {
  const gunzip = createGunzip();
  request.on('close', () => {
    if (!request.complete) gunzip.destroy(new Error('the connection broke off'));
  });
  return request.pipe(gunzip);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function respond(response: ServerResponse, { status, type, body }: OtlpAnswer): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}

async function closeServer(server: Server): Promise<void> {
  const isClosed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await isClosed;
}
