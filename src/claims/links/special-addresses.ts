/**
 * Addresses that a link in an answer must never make this process talk to: private, loopback,
 * link-local (cloud metadata among them), shared, multicast, unspecified, documentation and
 * reserved ranges, and every IPv6 form that carries an IPv4 address (mapped, 6to4, NAT64, Teredo).
 *
 * IPv4: the special-purpose registry of IANA (RFC 6890 and its updates). IPv6: only global unicast,
 * 2000::/3, is let through, less what that registry lists inside it. What cannot be read is special.
 */
import { isIP } from 'node:net';

interface Range {
  readonly first: bigint;
  readonly bits: number;
  readonly use: string;
}

const IPV4: readonly Range[] = [
  range4('0.0.0.0', 8, 'unspecified'),
  range4('10.0.0.0', 8, 'private'),
  range4('100.64.0.0', 10, 'shared (CGNAT)'),
  range4('127.0.0.0', 8, 'loopback'),
  // The platform's own address on Azure, public in form alone.
  range4('168.63.129.16', 32, 'cloud metadata'),
  range4('169.254.0.0', 16, 'link-local'),
  range4('172.16.0.0', 12, 'private'),
  range4('192.0.0.0', 24, 'reserved'),
  range4('192.0.2.0', 24, 'documentation'),
  range4('192.88.99.0', 24, '6to4'),
  range4('192.168.0.0', 16, 'private'),
  range4('198.18.0.0', 15, 'benchmarking'),
  range4('198.51.100.0', 24, 'documentation'),
  range4('203.0.113.0', 24, 'documentation'),
  range4('224.0.0.0', 4, 'multicast'),
  range4('240.0.0.0', 4, 'reserved'),
];

/** Named for the message alone: what is in none of these and not in 2000::/3 is `reserved`. */
const IPV6: readonly Range[] = [
  range6('::', 128, 'unspecified'),
  range6('::1', 128, 'loopback'),
  range6('::ffff:0:0', 96, 'IPv4-mapped'),
  range6('::', 96, 'IPv4-compatible'),
  range6('64:ff9b::', 96, 'NAT64'),
  range6('64:ff9b:1::', 48, 'NAT64'),
  range6('fc00::', 7, 'private'),
  range6('fe80::', 10, 'link-local'),
  range6('ff00::', 8, 'multicast'),
  range6('2001::', 32, 'Teredo'),
  range6('2001::', 23, 'reserved'),
  range6('2001:db8::', 32, 'documentation'),
  range6('2002::', 16, '6to4'),
  range6('3fff::', 20, 'documentation'),
];

const GLOBAL_UNICAST = range6('2000::', 3, 'global');

/** What the address is for, in a word; undefined: an ordinary public address. */
export function specialUse(address: string): string | undefined {
  switch (isIP(address)) {
    case 4:
      return useIn(IPV4, value4(address), 32);
    case 6: {
      // A zone names an interface of this machine: `fe80::1%eth0`.
      if (address.includes('%')) return 'link-local';
      const value = value6(address);
      return useIn(IPV6, value, 128) ?? (isWithin(GLOBAL_UNICAST, value, 128) ? undefined : 'reserved');
    }
    default:
      return 'no address';
  }
}

function useIn(ranges: readonly Range[], value: bigint, width: number): string | undefined {
  return ranges.find((range) => isWithin(range, value, width))?.use;
}

function isWithin({ first, bits }: Range, value: bigint, width: number): boolean {
  const shift = BigInt(width - bits);
  return value >> shift === first >> shift;
}

function range4(first: string, bits: number, use: string): Range {
  return { first: value4(first), bits, use };
}

function range6(first: string, bits: number, use: string): Range {
  return { first: value6(first), bits, use };
}

/** Of an address that `isIP` knows as IPv4: four decimals. */
function value4(address: string): bigint {
  return address.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** Of an address that `isIP` knows as IPv6; its last 32 bits may be written as IPv4. */
function value6(address: string): bigint {
  const dotted = /(?<=:)[\d.]+\.[\d.]+$/.exec(address)?.[0];
  const hex =
    dotted === undefined
      ? address
      : `${address.slice(0, -dotted.length)}${(value4(dotted) >> 16n).toString(16)}:${(value4(dotted) & 0xffffn).toString(16)}`;
  const [head = '', tail] = hex.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
