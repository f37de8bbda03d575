/**
 * The website that a page belongs to: the host of its final URL, lower-case and in punycode as the
 * URL parser gives it, without one leading `www.` and a trailing dot. A port other than the
 * scheme's default is kept; other subdomains are websites of their own.
 */
export function domainOf(finalUrl: string): string {
  const { hostname, port } = new URL(finalUrl);
  const host = hostname.replace(/\.$/, '');
  // `www.` alone or before a bare suffix such as `www.com` is a name, not a prefix.
  const domain = host.startsWith('www.') && host.slice(4).includes('.') ? host.slice(4) : host;
  return port === '' ? domain : `${domain}:${port}`;
}
