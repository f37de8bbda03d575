/**
 * Private addresses in the form of URLs: this host, RFC 1918, RFC 6890, RFC 4193, RFC 4291. Names
 * that end in local, test or internal: RFC 6762, RFC 6761, and ICANN's
 * resolution 2024.07.29.06.
 */
const ipv4 = /^(?:0\.0\.0\.0$|(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.)/;
const ipv6 = /^\[(?:::1?\]$|(?:f[cd][0-9a-f]|fe[89ab])[0-9a-f]:)/;

/**
 * Whether a host exists on one computer or in one network alone.
 *
 * @param hostname - Of a parsed URL: lower-case, IPv4 in four parts, IPv6 compressed, in brackets.
 */
export function isPrivateHost(hostname: string): boolean {
  const last = hostname.at(-1) ?? '';
  if (last === ']') return ipv6.test(hostname);
  // A host that ends in a digit is an IPv4 address.
  if (last >= '0' && last <= '9') return ipv4.test(hostname);
  // Most names end otherwise.
  if (last !== 't' && last !== 'l' && last !== '.') return false;
  return /(?:^|\.)localhost\.?$|[^.]\.(?:local|test|internal)\.?$/.test(hostname);
}
