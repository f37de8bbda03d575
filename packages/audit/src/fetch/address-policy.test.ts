import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createAddressPolicy,
  formatIpv4,
  isPublicAddress,
  parseAddressRange,
  parseIpAddress,
  publicIpv6,
  specialIpv4,
  specialIpv6,
} from './address-policy.ts';

const ranges = (...texts: readonly string[]) =>
  texts.map((text) => parseAddressRange(text) ?? expect.fail(text));

describe('the classifier allows', () => {
  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '223.255.255.255',
    '2001:200::1',
    '2606:4700:4700::1111',
    '1.1.1.1',
    '2a00:1450:4001:81b::200e',
  ])('U24 %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('the classifier blocks', () => {
  it.each([
    ...['0.0.0.0', '127.0.0.1', '127.255.255.255', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.0.1', '198.18.0.1', '198.19.255.255', '192.0.2.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '100.64.0.1', '100.127.255.255'],
    ...['100.100.100.200', '169.254.169.254', '169.254.170.2', '192.0.0.192', '168.63.129.16'],
    ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '198.51.100.1'],
    ...['::', '::1', '::2', '::7f00:1', '::a9fe:a9fe', '::127.0.0.1', '::ffff:127.0.0.1'],
    ...['::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:7f00:1', '64:ff9b::a00:1', '64:ff9b::8.8.8.8'],
    ...['64:ff9b:1::1', '100::1', '100:0:0:1::1', '200::1', '1fff::1', '4000::1', '5f00::1'],
    ...['2001::1', '2001:1::1', '2001:1ff::1', '2001:db8::1', '2002::1', '2002:7f00:1::'],
    ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2620:4f:8000::1', '3ffe::1', '3fff::1'],
    ...['3fff:fff::1', 'fc00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fe00::1', 'fe80::1', 'fec0::1'],
    ...['ff02::1', 'ffff::1', '2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1'],
    ...['', 'localhost', '127.1', '2130706433', '0x7f000001', '1.2.3', '1.1.1.1 ', 'fe80::1%eth0'],
    ...['2606:4700::1%eth0', '[::1]', '1.1.1.1:80', '01.1.1.1'],
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the classifier', () => {
  const v4 = fc.ipV4();
  const v6 = fc.oneof(
    fc.ipV6(),
    fc.uint8Array({ minLength: 14, maxLength: 14 }).map((tail) => expanded([0x20, 1, ...tail])),
    fc.uint8Array({ minLength: 15, maxLength: 15 }).map((tail) => expanded([0x2a, ...tail])),
  );

  it('agrees with node:net on every IPv4 address', () => {
    const special = blockListOf(specialIpv4, 'ipv4');
    fc.assert(
      fc.property(v4, (address) => {
        expect(isPublicAddress(address)).toBe(!special.check(address, 'ipv4'));
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with node:net on every IPv6 address, except tunnels to IPv4', () => {
    const special = blockListOf(specialIpv6, 'ipv6');
    const unicast = blockListOf([publicIpv6], 'ipv6');
    fc.assert(
      fc.property(v6, (address) => {
        fc.pre(!/5efe/i.test(address));
        const expected = unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
        expect(isPublicAddress(address)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('blocks IPv6 addresses that embed an IPv4 address', () => {
    fc.assert(
      fc.property(v4, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = parseIpAddress(address) ?? [];
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        for (const form of [
          `::ffff:${address}`,
          `::${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${address}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
          `2606:4700::5efe:${address}`,
        ]) {
          expect(isPublicAddress(form), form).toBe(false);
        }
      }),
    );
  });

  it('reads every notation of an IPv6 address as the same address', () => {
    fc.assert(
      fc.property(v6, (address) => {
        const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
        expect(parseIpAddress(address)).toEqual(parseIpAddress(canonical));
        expect(parseIpAddress(address.toUpperCase())).toEqual(parseIpAddress(canonical));
      }),
    );
  });
});

describe('the allow and deny lists', () => {
  it('allow an address, on one port or on all', () => {
    const classify = createAddressPolicy({
      allow: ranges('127.0.0.1:8080', '10.0.0.0/8', '[::1]:3000'),
    });
    expect(classify('127.0.0.1', 8080)).toBe('allowed');
    expect(classify('127.0.0.1', 8081)).toBe('not_public');
    expect(classify('127.0.0.2', 8080)).toBe('not_public');
    expect(classify('10.9.8.7', 1)).toBe('allowed');
    expect(classify('::1', 3000)).toBe('allowed');
    expect(classify('::1', 80)).toBe('not_public');
  });

  it('do not allow an IPv4 address in an IPv6 notation', () => {
    const classify = createAddressPolicy({ allow: ranges('127.0.0.1') });
    expect(classify('::ffff:127.0.0.1', 80)).toBe('not_public');
    expect(classify('::127.0.0.1', 80)).toBe('not_public');
    expect(classify('64:ff9b::127.0.0.1', 80)).toBe('not_public');
  });

  it.each(['', 'p.test', '127.1'])('block what is not an address: "%s"', (text) => {
    expect(createAddressPolicy()(text, 80)).toBe('not_public');
  });

  it('distinguish IPv6 addresses from IPv4 addresses with the same first bytes', () => {
    const classify = createAddressPolicy({ allow: ranges('127.0.0.0/8', 'fd00::/8') });
    expect(classify('7f00::1', 80)).toBe('not_public');
    expect(classify('253.0.0.1', 80)).toBe('not_public');
  });

  it('apply the deny list first', () => {
    const classify = createAddressPolicy({
      allow: ranges('10.0.0.0/8'),
      deny: ranges('10.1.0.0/16', '1.1.1.1'),
    });
    expect(classify('10.1.2.3', 80)).toBe('denied');
    expect(classify('10.2.2.3', 80)).toBe('allowed');
    expect(classify('1.1.1.1', 80)).toBe('denied');
    expect(classify('1.0.0.1', 80)).toBe('public');
  });

  it('classify NAT64 by the embedded address, with the option', () => {
    const classify = createAddressPolicy({ nat64: true, deny: ranges('1.1.1.1') });
    expect(classify('64:ff9b::8.8.8.8', 80)).toBe('public');
    expect(classify('64:ff9b::127.0.0.1', 80)).toBe('not_public');
    expect(classify('64:ff9b::a9fe:a9fe', 80)).toBe('not_public');
    expect(classify('64:ff9b::1.1.1.1', 80)).toBe('denied');
    expect(classify('64:ff9b:1::8.8.8.8', 80)).toBe('not_public');
  });

  it('compare prefixes of any number of bits', () => {
    const classify = createAddressPolicy({
      allow: ranges('10.128.0.0/9', 'fd00:8000::/17', '127.0.0.0/31'),
    });
    expect(classify('10.127.255.255', 80)).toBe('not_public');
    expect(classify('10.128.0.0', 80)).toBe('allowed');
    expect(classify('fd00:8000::1', 80)).toBe('allowed');
    expect(classify('fd00:7fff::1', 80)).toBe('not_public');
    expect(classify('127.0.0.1', 80)).toBe('allowed');
    expect(classify('127.0.0.2', 80)).toBe('not_public');
  });
});

describe('the special blocks', () => {
  it.each([...specialIpv4, ...specialIpv6])('$range is a valid block with a source', (block) => {
    const range = parseAddressRange(block.range) ?? expect.fail(block.range);
    expect(block.source).toMatch(/^(?:https:\/\/|RFC )/);
    const isV4 = range.address.length === 4;
    const first = isV4 ? formatIpv4(range.address) : expanded([...range.address]);
    expect(isPublicAddress(first)).toBe(false);
  });
});

function expanded(bytes: readonly number[]): string {
  return Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  ).join(':');
}

function blockListOf(blocks: readonly { readonly range: string }[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  for (const { range } of blocks) {
    const [base = '', bits] = range.split('/');
    list.addSubnet(base, Number(bits), family);
  }
  return list;
}
