/** Traces out of a tracing backend (spec §12 `--from`): Jaeger's query API, Tempo's trace API. */
import { SourceError } from '../files/read/source-error.js';
import type { TraceSource } from '../files/read/trace-file.js';
import { UsageError } from './io.js';

export interface Backend {
  readonly kind: 'jaeger' | 'tempo';
  readonly url: URL;
  /** Sent with every request: authorization, tenant. */
  readonly headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MILLIS = 60_000;
const HINT = 'Write --from jaeger=http://localhost:16686 or --from tempo=http://localhost:3200.';

/** `jaeger=URL` or `tempo=URL`. */
export function readBackend(text: string, headers: readonly string[]): Backend {
  const [kind, ...rest] = text.split('=');
  const address = rest.join('=');
  if (kind !== 'jaeger' && kind !== 'tempo')
    throw new UsageError(`--from: ${JSON.stringify(kind)} is no backend that is known`, HINT);
  if (!URL.canParse(address)) throw new UsageError(`--from: ${JSON.stringify(address)} is no URL`, HINT);
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`--from: ${url.protocol} is not spoken, only http and https`, HINT);
  return { kind, url, headers: Object.fromEntries(headers.map(readHeader)) };
}

function readHeader(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1)
    throw new UsageError(
      `--header: ${JSON.stringify(text.slice(0, 20))} has no name and colon`,
      'Write --header "X-Scope-OrgID: team".',
    );
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  try {
    new Headers().append(name, value);
  } catch {
    throw new UsageError(
      `--header: ${JSON.stringify(name.slice(0, 40))} cannot be sent: a character in it is not allowed in HTTP headers`,
      'Write --header "X-Scope-OrgID: team".',
    );
  }
  return [name, value];
}

export function readTraceId(text: string): string {
  const id = text.trim().toLowerCase();
  if (!/^[0-9a-f]{1,32}$/u.test(id) || /^0+$/u.test(id))
    throw new UsageError(`${JSON.stringify(text)} is no trace id`, 'A trace id is up to 32 hex digits.');
  return id.padStart(32, '0');
}

export function backendSource(backend: Backend, traceId: string): TraceSource {
  const base = backend.url.href.replace(/\/+$/u, '');
  const address = new URL(`${base}/api/traces/${traceId}`);
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  return { name: shown.href, open: () => fetchBody(backend, address, traceId) };
}

async function* fetchBody(backend: Backend, address: URL, traceId: string): AsyncGenerator<Buffer> {
  const headers: Record<string, string> = {
    accept: backend.kind === 'tempo' ? 'application/protobuf, application/json;q=0.5' : 'application/json',
    ...backend.headers,
  };
  const { username, password } = address;
  const bare = new URL(address);
  bare.username = '';
  bare.password = '';
  // `fetch` refuses credentials in an address.
  if (username !== '')
    headers['authorization'] ??=
      `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  let response: Response;
  try {
    response = await fetch(bare, { headers, signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
  } catch (error) {
    throw new SourceError(`no answer (${reasonOf(error)}): is ${backend.kind} running there?`);
  }
  if (response.status === 404) throw new SourceError(`${backend.kind} has no trace ${traceId} (HTTP 404)`);
  if (!response.ok) throw new SourceError(`HTTP ${response.status} ${response.statusText}`.trimEnd());
  if (response.body === null) return;
  try {
    for await (const piece of response.body) yield Buffer.from(piece);
  } catch (error) {
    throw new SourceError(`the answer broke off (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : cause.message;
}
