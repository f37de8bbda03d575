import { isIPv4, isIPv6 } from 'node:net';

/**
 * An IP address as bytes in network order: 4 of them for IPv4, 16 for IPv6. Comparing bytes leaves
 * no room for the many ways to write one address.
 */
export type IpAddress = Uint8Array;

/**
 * Reads an address as sockets and resolvers write it. `null` for anything else: names, other
 * spellings of IPv4 (`127.1`, `0x7f000001`), addresses with a zone (`fe80::1%eth0`).
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (isIPv6(text) && !text.includes('%')) return parseIpv6(text);
  return null;
}

/** Expects a valid IPv6 address: `isIPv6` has judged it. */
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
