/** What may be set of a link check, and what stands without. */
import { validateHeaderValue } from 'node:http';
import { VERSION } from '../../model/version.js';
import { sharedUrlCache, type UrlCache } from './url-cache.js';

/** An address of a name, as `dns.lookup` gives it. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface DeadUrlOptions {
  /** Milliseconds for one request, from name look-up to the head of the response; each redirect is one. Default 10,000. */
  readonly timeoutMillis?: number | undefined;
  /** Milliseconds for the whole call; what is left then is `unchecked`. Default 60,000. */
  readonly totalMillis?: number | undefined;
  /** Requests under way at once. Default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds between two requests to one host, of all calls in this process. Default 1,000. */
  readonly hostGapMillis?: number | undefined;
  /** Default 5. */
  readonly maxRedirects?: number | undefined;
  /** Distinct URLs that are looked at; the others are `unchecked`. Default 100. */
  readonly maxUrls?: number | undefined;
  /** Default 80 and 443. */
  readonly ports?: readonly number[] | undefined;
  /**
   * Hosts exempt from the rules on addresses and ports: `wiki.corp.example`, `*.corp.example`,
   * `127.0.0.1:8080`, `[::1]`. Without a port, any. Redirects to other hosts are judged as ever.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** Results of earlier calls; `false`: none. Default one cache for the process. */
  readonly cache?: UrlCache | false | undefined;
  readonly userAgent?: string | undefined;
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Looks a name up. Default the system's resolver. Its addresses are checked all the same. */
  readonly resolve?: ((hostname: string) => Promise<readonly HostAddress[]>) | undefined;
}

export interface LinkSettings {
  readonly timeoutMillis: number;
  readonly totalMillis: number;
  readonly concurrency: number;
  readonly hostGapMillis: number;
  readonly maxRedirects: number;
  readonly maxUrls: number;
  readonly ports: readonly number[];
  readonly allowHosts: readonly string[];
  readonly cache: UrlCache | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: ((hostname: string) => Promise<readonly HostAddress[]>) | undefined;
}

const MAX_MILLIS = 2_147_483_647;

/** @throws RangeError, naming the option, its value and what it may be; TypeError for a user agent that is no header. */
export function linkSettings(options: DeadUrlOptions): LinkSettings {
  const { cache, ports = [80, 443], allowHosts = [] } = options;
  for (const port of ports) whole('ports', port, 1, 65_535);
  const userAgent = options.userAgent ?? `ragspan/${VERSION} (link check)`;
  validateHeaderValue('user-agent', userAgent);
  return {
    timeoutMillis: whole('timeoutMillis', options.timeoutMillis ?? 10_000, 1, MAX_MILLIS),
    totalMillis: whole('totalMillis', options.totalMillis ?? 60_000, 1, MAX_MILLIS),
    concurrency: whole('concurrency', options.concurrency ?? 8, 1, 256),
    hostGapMillis: whole('hostGapMillis', options.hostGapMillis ?? 1_000, 0, MAX_MILLIS),
    maxRedirects: whole('maxRedirects', options.maxRedirects ?? 5, 0, 50),
    maxUrls: whole('maxUrls', options.maxUrls ?? 100, 0, 100_000),
    ports,
    allowHosts: allowHosts.map((host) => host.toLowerCase()),
    cache: cache === false ? undefined : (cache ?? sharedUrlCache),
    userAgent,
    signal: options.signal,
    resolve: options.resolve,
  };
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`deadUrls: ${name} is ${String(value)}; write a whole number from ${least} to ${most}`);
}
