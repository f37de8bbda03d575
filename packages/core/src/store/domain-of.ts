/**
 * The domain of the website that a page belongs to: the host of its final URL, lower-case and in punycode,
 * without a leading `www.` and a trailing dot. A port other than the scheme's default is kept. Other
 * subdomains are separate websites.
 */
export function domainOf(finalUrl: string): string {
  const { hostname, port } = new URL(finalUrl);
  const host = hostname.replace(/\.$/, '');
  // `www.` alone or before a bare suffix such as `www.com` is a name, not a prefix.
  const domain = host.startsWith('www.') && host.slice(4).includes('.') ? host.slice(4) : host;
  return port === '' ? domain : `${domain}:${port}`;
}
