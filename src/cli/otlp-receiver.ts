/**
 * An OTLP/HTTP receiver on the loopback address: for `doctor --listen` and the demo. It takes traces
 * and logs as protobuf or JSON, plain or gzip; metrics are accepted and left alone.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip } from 'node:zlib';

export interface OtlpRequest {
  readonly signal: 'traces' | 'logs' | 'metrics';
  /** Unpacked. */
  readonly body: Buffer;
  readonly contentType: string;
}

export interface OtlpReceiverOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly onRequest: (request: OtlpRequest) => void | Promise<void>;
  readonly maxBodyBytes?: number;
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
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      const tooLarge = error instanceof BodyTooLarge;
      respond(response, tooLarge ? 413 : 400, 'text/plain', error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

class BodyTooLarge extends Error {}

async function answer(request: IncomingMessage, response: ServerResponse, options: OtlpReceiverOptions): Promise<void> {
  const signal = /^\/v1\/(traces|logs|metrics)$/u.exec((request.url ?? '').split('?')[0] ?? '')?.[1];
  if (signal === undefined) return respond(response, 404, 'text/plain', 'POST to /v1/traces, /v1/logs or /v1/metrics');
  if (request.method !== 'POST') return respond(response, 405, 'text/plain', 'POST is the only method');
  const contentType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (contentType !== 'application/x-protobuf' && contentType !== 'application/json') {
    return respond(
      response,
      415,
      'text/plain',
      'the content type is neither application/x-protobuf nor application/json',
    );
  }
  const body = await readBody(request, options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
  await options.onRequest({ signal: signal as OtlpRequest['signal'], body, contentType });
  // An empty export response says that everything was taken.
  respond(response, 200, contentType, contentType === 'application/json' ? '{}' : '');
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const stream = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw new BodyTooLarge(`the body is larger than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function respond(response: ServerResponse, status: number, contentType: string, body: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function closeServer(server: Server): Promise<void> {
  const isClosed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await isClosed;
}
