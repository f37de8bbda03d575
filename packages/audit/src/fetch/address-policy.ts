import { isIPv4, isIPv6 } from 'node:net';

/**
 * An IP address as bytes in network order: 4 for IPv4, 16 for IPv6. Comparing bytes is independent of the
 * notation.
 */
type IpAddress = Uint8Array;

/**
 * Parses an address in the notation of sockets and resolvers. `null` for anything else: names, other
 * notations of IPv4 (`127.1`, `0x7f000001`), addresses with a zone (`fe80::1%eth0`).
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (isIPv6(text) && !text.includes('%')) return parseIpv6(text);
  return null;
}

/** Expects an address that `isIPv6` accepts. */
function parseIpv6(text: string): IpAddress {
  const [head = '', tail] = text.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...new Array<number>(missing).fill(0), ...after];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 255]));
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}

/** Writes four bytes as dotted decimal. */
export function formatIpv4(bytes: Uint8Array): string {
  return bytes.join('.');
}

/** Addresses with a common prefix, on one port or on all. */
export interface AddressRange {
  readonly address: IpAddress;
  /** The length of the prefix in bits. */
  readonly prefix: number;
  /** `null` for every port. */
  readonly port: number | null;
}

const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d./]+)):(?<port>\d{1,5})$/;

/**
 * Parses `10.0.0.0/8`, `127.0.0.1`, `127.0.0.1:8080`, `127.0.0.0/8:3000`, `fd00::/8`, `[::1]:3000`,
 * `[fd00::/8]:3000`. `null` for anything else.
 */
export function parseAddressRange(text: string): AddressRange | null {
  const groups = withPort.exec(text)?.groups;
  const bare = groups?.v6 ?? groups?.v4 ?? text;
  const port = groups?.port === undefined ? null : Number(groups.port);
  if (port !== null && (port < 1 || port > 65_535)) return null;

  const [base = '', bits, ...rest] = bare.split('/');
  const address = parseIpAddress(base);
  if (address === null || rest.length > 0) return null;
  const width = address.length * 8;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const prefix = bits === undefined ? width : Number(bits);
  return prefix <= width ? { address, prefix, port } : null;
}

/** Whether a range includes an address. Ranges of IPv4 and IPv6 never include each other's addresses. */
function rangeIncludes(range: AddressRange, address: IpAddress, port: number): boolean {
  if (range.address.length !== address.length) return false;
  if (range.port !== null && range.port !== port) return false;
  const fullBytes = range.prefix >> 3;
  for (let index = 0; index < fullBytes; index++) {
    if (range.address[index] !== address[index]) return false;
  }
  const spare = range.prefix & 7;
  if (spare === 0) return true;
  const different = (range.address[fullBytes] ?? 0) ^ (address[fullBytes] ?? 0);
  return different >> (8 - spare) === 0;
}

/** A block of addresses that are not public, with its source. */
interface SpecialBlock {
  readonly range: string;
  readonly what: string;
  readonly source: string;
}

const v4Registry = 'https://www.iana.org/assignments/iana-ipv4-special-registry/';
const v6Registry = 'https://www.iana.org/assignments/iana-ipv6-special-registry/';

/**
 * IPv4 blocks that are not public: IANA's complete special-purpose registry (including the few globally
 * reachable blocks, which have no websites), multicast, reserved blocks, and an internal address of Azure
 * that looks public.
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
 * The only public block of IPv6. Everything else (mapped, compatible and translated IPv4, unique and link
 * local, multicast, unassigned) is outside of it.
 */
export const publicIpv6: SpecialBlock = {
  range: '2000::/3',
  what: 'global unicast',
  source: 'https://www.iana.org/assignments/ipv6-unicast-address-assignments/',
};

/** Blocks in {@link publicIpv6} that are not public. */
export const specialIpv6: readonly SpecialBlock[] = [
  { range: '2001::/23', what: 'protocol assignments, Teredo, ORCHID', source: v6Registry },
  { range: '2001:db8::/32', what: 'documentation', source: v6Registry },
  { range: '2002::/16', what: '6to4: contains an IPv4 address', source: v6Registry },
  { range: '2620:4f:8000::/48', what: 'AS112', source: v6Registry },
  { range: '3ffe::/16', what: '6bone, returned', source: 'RFC 3701' },
  { range: '3fff::/20', what: 'documentation', source: v6Registry },
];

/** The well-known prefix of NAT64, whose last four bytes are an IPv4 address (RFC 6052 §2.1). */
const nat64Prefix: SpecialBlock = {
  range: '64:ff9b::/96',
  what: 'NAT64',
  source: 'RFC 6052',
};

/** Connections are permitted to `public` and `allowed`. `denied`: on the deny list of the operator. */
type AddressVerdict = 'public' | 'allowed' | 'denied' | 'not_public';

/** Classifies an address, in the notation of sockets and resolvers, and a port. */
export type AddressPolicy = (address: string, port: number) => AddressVerdict;

/** The allow list and the deny list of the operator. */
interface AddressPolicyOptions {
  readonly allow?: readonly AddressRange[];
  readonly deny?: readonly AddressRange[];
  readonly nat64?: boolean;
}

/**
 * Creates the address policy. The deny list applies first, then the allow list. Other addresses are
 * permitted only if they are public unicast addresses.
 */
export function createAddressPolicy(options: AddressPolicyOptions = {}): AddressPolicy {
  const { allow = [], deny = [], nat64 = false } = options;
  const classify = (text: string, port: number): AddressVerdict => {
    const address = parseIpAddress(text);
    if (address === null) return 'not_public';
    if (deny.some((range) => rangeIncludes(range, address, port))) return 'denied';
    if (allow.some((range) => rangeIncludes(range, address, port))) return 'allowed';
    if (nat64 && rangeIncludes(nat64Range, address, port)) {
      return classify(formatIpv4(address.subarray(12)), port);
    }
    return isPublic(address) ? 'public' : 'not_public';
  };
  return classify;
}

/** Whether an address belongs to the public internet; `false` for anything that is not an address. */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && isPublic(address);
}

/** The addresses of this machine. IPv4 addresses within IPv6 addresses, such as ::ffff:127.0.0.1, do not count. */
export const loopbackRanges: readonly AddressRange[] = [
  { range: '127.0.0.0/8' },
  { range: '::1/128' },
].map(compile);

/** Whether a text is an address of this machine, in the notation of sockets and resolvers. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && loopbackRanges.some((range) => rangeIncludes(range, address, 0));
}

const nat64Range = compile(nat64Prefix);
const publicIpv6Range = compile(publicIpv6);
const specialRanges = [...specialIpv4, ...specialIpv6].map(compile);

function isPublic(address: IpAddress): boolean {
  if (specialRanges.some((range) => rangeIncludes(range, address, 0))) return false;
  if (address.length === 4) return true;
  return rangeIncludes(publicIpv6Range, address, 0) && !isIsatap(address);
}

/** ISATAP embeds an IPv4 address in any prefix: interface ids `0:5efe:…` and `200:5efe:…` (RFC 5214 §6.1). */
function isIsatap(address: IpAddress): boolean {
  const universal = address[8] === 0 || address[8] === 2;
  return universal && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe;
}

function compile(block: Pick<SpecialBlock, 'range'>): AddressRange {
  const range = parseAddressRange(block.range);
  if (range === null) throw new TypeError(`${block.range} is not an address range`);
  return range;
}
