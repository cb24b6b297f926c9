/**
 * Names in the Host header. A page of another site that lets its own name point to this machine (DNS
 * rebinding) sends that name: an address cannot be rebound, a name can.
 */
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const version = isIP(host);
  return version !== 0 && LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Without the port, in lower case, without brackets and a dot at the end; undefined: it is none. */
export function hostOf(header: string | undefined): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^:@/\\\s]+?)\.?)(?::\d{1,5})?$/iu.exec(header ?? '');
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}

/** Names that mean this machine wherever they are asked for. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
