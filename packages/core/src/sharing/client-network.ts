import { formatIpv4, parseIpAddress } from '@sitegrade/audit';

/**
 * What the guesses of a client are counted by: an IPv4 address, or the /64 of an IPv6 address, which a
 * single subscriber has as a whole. IPv4-mapped IPv6 is IPv4. Anything else, such as a missing address, is
 * `unknown`: all of these clients are counted together.
 */
export function clientNetwork(address: string | undefined): string {
  // A zone names an interface of this machine.
  const bytes = parseIpAddress(address?.replace(/%.*$/, '') ?? '');
  if (bytes === null) return 'unknown';
  if (bytes.length === 4) return formatIpv4(bytes);
  if (isMapped(bytes)) return formatIpv4(bytes.slice(12));
  return `${Buffer.from(bytes.slice(0, 8)).toString('hex')}/64`;
}

/** `::ffff:0:0/96`. */
function isMapped(bytes: Uint8Array): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
}
