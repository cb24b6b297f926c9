import fc from 'fast-check';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { specialUse } from '../../../src/claims/links/special-addresses.js';

describe('addresses that no link may lead to', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.0', 'shared (CGNAT)'],
    ['100.100.100.200', 'shared (CGNAT)'],
    ['100.127.255.255', 'shared (CGNAT)'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.168.255.255', 'private'],
    ['198.19.255.255', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::169.254.169.254', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2001:10::1', 'reserved'],
    ['3fff:fff::1', 'documentation'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'reserved'],
    ['ff02::1', 'multicast'],
    ['100::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['localhost', 'no address'],
    ['', 'no address'],
    ['0x7f.1', 'no address'],
  ])('%s is %s', (address, use) => {
    expect(specialUse(address)).toBe(use);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2003::1',
  ])('%s is an ordinary one', (address) => {
    expect(specialUse(address)).toBeUndefined();
  });

  it('whatever carries an IPv4 address in an IPv6 one is special', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        for (const prefix of ['::ffff:', '::', '64:ff9b::'])
          if (isIP(`${prefix}${v4}`) === 6) expect(specialUse(`${prefix}${v4}`)).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('reads every spelling of an IPv6 address as the URL parser does', () => {
    fc.assert(
      fc.property(fc.ipV6(), (v6) => {
        const canonical = new URL(`http://[${v6}]/`).hostname.slice(1, -1);
        expect(specialUse(v6)).toBe(specialUse(canonical));
      }),
      { numRuns: 500 },
    );
  });
});
