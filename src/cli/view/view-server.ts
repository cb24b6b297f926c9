/**
 * Serves the pages: GET alone (and POST of the token), no CORS, a strict policy on every answer,
 * nothing kept by the browser.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messagePage, signInPage } from '../../page/message-page.js';
import { SERVED_POLICY } from '../../page/list-page.js';
import { EventStreams } from './event-streams.js';
import { tokenCookie, type Guard } from './guard.js';

export interface Answer {
  readonly html: string;
  readonly policy: string;
}

export interface ViewServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly guard: Guard;
  readonly madeBy: string;
  /** Undefined: there is no such page. */
  page(path: string, query: URLSearchParams): Answer | undefined;
  /** Undefined: nothing changes any more. */
  readonly version?: () => number;
}

export interface ViewServer {
  readonly port: number;
  /** Something changed: open pages are told. */
  changed(): void;
  close(): Promise<void>;
}

/** A token and little else. */
const MAX_BODY_BYTES = 4096;
const MAX_CONNECTIONS = 256;

/** Rejects when the address cannot be had. */
export async function startViewServer(options: ViewServerOptions): Promise<ViewServer> {
  const streams = new EventStreams();
  let port = options.port;
  const server = createServer((request, response) => {
    answer(request, response, options, port, streams).catch((error: unknown) => {
      send(response, 500, plain(`internal error: ${error instanceof Error ? error.message : String(error)}`));
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  ({ port } = server.address() as AddressInfo);
  return {
    port,
    changed: () => streams.tell(options.version?.() ?? 0),
    close: () => closeServer(server, streams),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ViewServerOptions,
  port: number,
  streams: EventStreams,
): Promise<void> {
  const { guard, madeBy } = options;
  if (!guard.isOurHost(request.headers.host))
    return send(response, 421, plain('this address is not one of ours: see `ragspan view --help`, --allow-host'));
  const url = addressOf(request);
  if (url === undefined) return send(response, 400, plain('no address'));
  if (request.method === 'POST' && url.pathname === '/token') return takeToken(request, response, options, port);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, 405, plain('GET is the only method'), { allow: 'GET, HEAD' });
  const given = url.searchParams.get('token');
  if (given !== null && guard.needsToken) return enter(response, given, withoutToken(url), options, port);
  if (!guard.isAllowed(request, port)) return send(response, 401, html(signInPage(undefined, madeBy)));
  if (url.pathname === '/events' && options.version !== undefined) {
    if (!streams.add(response, HEADERS, options.version())) send(response, 503, plain('too many open pages'));
    return;
  }
  const page = options.page(url.pathname, url.searchParams);
  if (page === undefined)
    return send(response, 404, html(messagePage('Not here', 'There is no such run: it may have been let go.', madeBy)));
  send(response, 200, { type: HTML, body: request.method === 'HEAD' ? '' : page.html, policy: page.policy });
}

function addressOf(request: IncomingMessage): URL | undefined {
  const path = request.url ?? '';
  // A path alone: what follows `//` would be taken for a host.
  return path.startsWith('/') && !path.startsWith('//') ? new URL(path, 'http://localhost') : undefined;
}

function withoutToken(url: URL): string {
  url.searchParams.delete('token');
  return url.pathname + url.search;
}

/** From an address with a token to one without: it stays in no history and no bookmark. */
function enter(response: ServerResponse, given: string, next: string, options: ViewServerOptions, port: number): void {
  if (!options.guard.isToken(given))
    return send(response, 401, html(signInPage('This is not the token.', options.madeBy)));
  send(response, 303, plain(''), { location: next, 'set-cookie': tokenCookie(given, port) });
}

async function takeToken(
  request: IncomingMessage,
  response: ServerResponse,
  options: ViewServerOptions,
  port: number,
): Promise<void> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) return send(response, 413, plain('too long'), { connection: 'close' });
    pieces.push(piece);
  }
  const given = new URLSearchParams(Buffer.concat(pieces).toString('utf8')).get('token') ?? '';
  enter(response, given.trim(), '/', options, port);
}

interface Body {
  readonly type: string;
  readonly body: string;
  readonly policy: string;
}

const HTML = 'text/html; charset=utf-8';

function html(body: string): Body {
  return { type: HTML, body, policy: SERVED_POLICY };
}

function plain(text: string): Body {
  return { type: 'text/plain; charset=utf-8', body: `${text}\n`, policy: "default-src 'none'" };
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function send(
  response: ServerResponse,
  status: number,
  { type, body, policy }: Body,
  more: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    ...HEADERS,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'content-type': type,
    ...more,
  });
  response.end(body);
}

async function closeServer(server: Server, streams: EventStreams): Promise<void> {
  streams.close();
  const isClosed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await isClosed;
}
