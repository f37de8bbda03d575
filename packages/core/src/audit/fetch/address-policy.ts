import { type AddressRange, parseAddressRange, rangeHolds } from './address-range.ts';
import { formatIpv4, type IpAddress, parseIpAddress } from './ip-address.ts';
import {
  nat64Prefix,
  publicIpv6,
  type SpecialBlock,
  specialIpv4,
  specialIpv6,
} from './special-addresses.ts';

/** `public` and `allowed` may be connected to; `denied` is on the operator's own list. */
export type AddressVerdict = 'public' | 'allowed' | 'denied' | 'not_public';

/** Judges an address as sockets and resolvers write it, and the port to connect to. */
export type AddressPolicy = (address: string, port: number) => AddressVerdict;

/** What an operator says about addresses. */
export interface AddressPolicyOptions {
  readonly allow?: readonly AddressRange[];
  readonly deny?: readonly AddressRange[];
  readonly nat64?: boolean;
}

/**
 * Makes the judge of addresses. What the operator denies comes first, then what the operator allows,
 * then the classifier, which lets through public unicast space and nothing else.
 */
export function createAddressPolicy(options: AddressPolicyOptions = {}): AddressPolicy {
  const { allow = [], deny = [], nat64 = false } = options;
  const judge = (text: string, port: number): AddressVerdict => {
    const address = parseIpAddress(text);
    if (address === null) return 'not_public';
    if (deny.some((range) => rangeHolds(range, address, port))) return 'denied';
    if (allow.some((range) => rangeHolds(range, address, port))) return 'allowed';
    if (nat64 && rangeHolds(nat64Range, address, port)) {
      return judge(formatIpv4(address.subarray(12)), port);
    }
    return isPublic(address) ? 'public' : 'not_public';
  };
  return judge;
}

/** Whether an address belongs to the public internet; false for anything that is no address. */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && isPublic(address);
}

const nat64Range = compile(nat64Prefix);
const publicIpv6Range = compile(publicIpv6);
const specialRanges = [...specialIpv4, ...specialIpv6].map(compile);

function isPublic(address: IpAddress): boolean {
  if (specialRanges.some((range) => rangeHolds(range, address, 0))) return false;
  if (address.length === 4) return true;
  return rangeHolds(publicIpv6Range, address, 0) && !isIsatap(address);
}

/** ISATAP hides an IPv4 address in any prefix: interface ids `0:5efe:…` and `200:5efe:…` (RFC 5214 §6.1). */
function isIsatap(address: IpAddress): boolean {
  const universal = address[8] === 0 || address[8] === 2;
  return universal && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe;
}

function compile(block: SpecialBlock): AddressRange {
  const range = parseAddressRange(block.range);
  if (range === null) throw new TypeError(`${block.range} is not an address range`);
  return range;
}
