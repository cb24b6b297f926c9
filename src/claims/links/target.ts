/**
 * Where a request may go. The name is looked up here and the connection is made to the addresses
 * that were checked, so that a name which answers otherwise a moment later gains nothing.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { HostAddress, LinkSettings } from './link-options.js';
import { specialUse } from './special-addresses.js';
import { blocked, dead, type UrlOutcome } from './url-outcome.js';

export interface Target {
  readonly url: URL;
  readonly addresses: readonly [HostAddress, ...HostAddress[]];
}

type Rules = Pick<LinkSettings, 'ports' | 'allowHosts' | 'resolve'>;

/** The target, or why there is none. */
export async function targetOf(url: URL, rules: Rules): Promise<Target | UrlOutcome> {
  const refused = refusedByForm(url, rules);
  if (refused !== undefined) return refused;
  const host = bareHost(url);
  let addresses: readonly HostAddress[];
  try {
    addresses = await addressesOf(host, rules);
  } catch (error) {
    return dead('dns', `${host} has no address (${codeOf(error)})`);
  }
  const [first, ...others] = addresses;
  if (first === undefined) return dead('dns', `${host} has no address`);
  if (!isAllowed(url, rules.allowHosts)) {
    for (const { address } of addresses) {
      const use = specialUse(address);
      if (use !== undefined)
        return blocked('address', address === host ? `${address} is ${use}` : `${host} is at ${address}: ${use}`);
    }
  }
  return { url, addresses: [first, ...others] };
}

/** Scheme, credentials and port: no name needs looking up. */
function refusedByForm(url: URL, rules: Rules): UrlOutcome | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return blocked('scheme', `${url.protocol} is neither http: nor https:`);
  if (url.username !== '' || url.password !== '')
    return blocked('credentials', 'the URL holds a user name or password');
  if (!rules.ports.includes(portOf(url)) && !isAllowed(url, rules.allowHosts))
    return blocked('port', `port ${portOf(url)} is none of ${rules.ports.join(', ')}`);
  return undefined;
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Without the brackets of an IPv6 address. */
export function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** URL has already read decimal, octal, hexadecimal and short forms of an IPv4 address as what they are. */
async function addressesOf(host: string, { resolve }: Rules): Promise<readonly HostAddress[]> {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  const found = resolve === undefined ? await lookup(host, { all: true, verbatim: true }) : await resolve(host);
  return found.flatMap(({ address }): HostAddress[] => {
    const family = isIP(address);
    return family === 4 || family === 6 ? [{ address, family }] : [];
  });
}

function isAllowed(url: URL, allowHosts: readonly string[]): boolean {
  const withPort = `${url.hostname}:${portOf(url)}`;
  return allowHosts.some((allowed) =>
    allowed.startsWith('*.')
      ? url.hostname.endsWith(allowed.slice(1)) || withPort.endsWith(allowed.slice(1))
      : allowed === url.hostname || allowed === withPort,
  );
}

export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message ?? error).slice(0, 200);
}
