/** One GET, up to the head of its response: no byte of the body is read. */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { bareHost, codeOf, portOf, type Target } from './target.js';
import { dead, type UrlOutcome } from './url-outcome.js';

export interface Head {
  readonly status: number;
  readonly location: string | undefined;
}

const MAX_HEAD_BYTES = 65_536;

/** What came, or why nothing did. Rejects with the signal's reason alone. */
export function getHead(target: Target, userAgent: string, signal: AbortSignal): Promise<Head | UrlOutcome> {
  return new Promise((resolve, reject) => {
    const { url } = target;
    const options: RequestOptions = {
      method: 'GET',
      protocol: url.protocol,
      hostname: bareHost(url),
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity', connection: 'close' },
      // A connection of its own: none that another request, or another check, opened.
      agent: false,
      lookup: lookupOf(target),
      maxHeaderSize: MAX_HEAD_BYTES,
      signal,
    };
    let request: ClientRequest;
    try {
      request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(options);
    } catch (error) {
      return resolve(failure(error, target));
    }
    const answer = (response: IncomingMessage): void => {
      resolve({ status: response.statusCode ?? 0, location: locationOf(response) });
      request.destroy();
    };
    request.on('response', answer);
    request.on('upgrade', answer);
    request.on('error', (error) => {
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(failure(error, target));
    });
    request.end();
  });
}

/** Gives the checked addresses, whatever is asked for. */
function lookupOf({ addresses }: Target): NonNullable<RequestOptions['lookup']> {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Header bytes come as Latin-1; a location that is UTF-8 is meant so. */
function locationOf({ headers }: IncomingMessage): string | undefined {
  const { location } = headers;
  if (location === undefined) return undefined;
  const text = Buffer.from(location, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? location : text;
}

const TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;
const NO_HTTP = /^(?:HPE_|ERR_HTTP_|ERR_INVALID_CHAR)/;

function failure(error: unknown, { url, addresses }: Target): UrlOutcome {
  const code = codeOf(error);
  const where = `${url.host} at ${addresses[0].address}`;
  if (code === 'ETIMEDOUT') return dead('timeout', `${where}: no connection (${code})`);
  if (TLS.test(code)) return dead('tls', `${where}: ${code}`);
  if (NO_HTTP.test(code)) return dead('protocol', `${where}: what came is no HTTP (${code})`);
  return dead('connect', `${where}: ${code}`);
}
