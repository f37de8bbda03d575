/** One block of addresses that are not the public internet, and who says so. */
export interface SpecialBlock {
  readonly range: string;
  readonly what: string;
  readonly source: string;
}

const v4Registry = 'https://www.iana.org/assignments/iana-ipv4-special-registry/';
const v6Registry = 'https://www.iana.org/assignments/iana-ipv6-special-registry/';

/**
 * IPv4 that is never fetched: the whole of IANA's special-purpose registry (also the few blocks it
 * calls globally reachable: no website lives there), multicast, reserved space, and one address of
 * a cloud that looks public and is not.
 */
export const specialIpv4: readonly SpecialBlock[] = [
  { range: '0.0.0.0/8', what: 'this network', source: v4Registry },
  { range: '10.0.0.0/8', what: 'private use', source: v4Registry },
  { range: '100.64.0.0/10', what: 'shared by carriers', source: v4Registry },
  { range: '127.0.0.0/8', what: 'loopback', source: v4Registry },
  {
    range: '168.63.129.16/32',
    what: 'Azure host',
    source: 'https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16',
  },
  { range: '169.254.0.0/16', what: 'link local, cloud metadata', source: v4Registry },
  { range: '172.16.0.0/12', what: 'private use', source: v4Registry },
  { range: '192.0.0.0/24', what: 'protocol assignments', source: v4Registry },
  { range: '192.0.2.0/24', what: 'documentation', source: v4Registry },
  { range: '192.31.196.0/24', what: 'AS112', source: v4Registry },
  { range: '192.52.193.0/24', what: 'AMT', source: v4Registry },
  { range: '192.88.99.0/24', what: '6to4 relay, deprecated', source: v4Registry },
  { range: '192.168.0.0/16', what: 'private use', source: v4Registry },
  { range: '192.175.48.0/24', what: 'AS112', source: v4Registry },
  { range: '198.18.0.0/15', what: 'benchmarking', source: v4Registry },
  { range: '198.51.100.0/24', what: 'documentation', source: v4Registry },
  { range: '203.0.113.0/24', what: 'documentation', source: v4Registry },
  { range: '224.0.0.0/4', what: 'multicast', source: 'RFC 5771' },
  { range: '240.0.0.0/4', what: 'reserved, broadcast', source: v4Registry },
];

/**
 * The only IPv6 that is handed out to the public. Everything outside (mapped, compatible and
 * translated IPv4, unique and link local, multicast, unassigned) is refused by not being in it.
 */
export const publicIpv6: SpecialBlock = {
  range: '2000::/3',
  what: 'global unicast',
  source: 'https://www.iana.org/assignments/ipv6-unicast-address-assignments/',
};

/** What is special within {@link publicIpv6}. */
export const specialIpv6: readonly SpecialBlock[] = [
  { range: '2001::/23', what: 'protocol assignments, Teredo, ORCHID', source: v6Registry },
  { range: '2001:db8::/32', what: 'documentation', source: v6Registry },
  { range: '2002::/16', what: '6to4: holds an IPv4 address', source: v6Registry },
  { range: '2620:4f:8000::/48', what: 'AS112', source: v6Registry },
  { range: '3ffe::/16', what: '6bone, returned', source: 'RFC 3701' },
  { range: '3fff::/20', what: 'documentation', source: v6Registry },
];

/** The well-known prefix of NAT64, whose last four bytes are an IPv4 address (RFC 6052 §2.1). */
export const nat64Prefix: SpecialBlock = {
  range: '64:ff9b::/96',
  what: 'NAT64',
  source: 'RFC 6052',
};
