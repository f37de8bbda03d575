/** A site whose requests go to a server on loopback, regardless of what its name resolves to. */
export interface LocalSite {
  /** As in URLs: lower-case, IPv6 addresses in brackets. */
  readonly hostname: string;
  /** The ports of its URLs. Those of both schemes, so that no request of a report leaves for the site itself. */
  readonly ports: ReadonlySet<number>;
  /** The port on 127.0.0.1 of the server, which speaks HTTP without TLS. */
  readonly serverPort: number;
  /** The path of the site, with a slash at both ends. The rest of its origin is not there. */
  readonly pathname: string;
}

/** Whether a connection to this host and port is one to the local site. */
export function isLocalSite(
  site: LocalSite | undefined,
  { hostname, port }: { readonly hostname: string; readonly port: number },
): site is LocalSite {
  return site?.hostname.replace(/^\[|\]$/g, '') === hostname && site.ports.has(port);
}

/**
 * Whether a URL is on the origin of the local site, but outside its path, so that nothing is known about it. Not
 * robots.txt, which is requested: pages must not be crawled if it is unknown.
 */
export function isOutsideLocalSite(site: LocalSite | undefined, url: URL): boolean {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (site?.hostname !== url.hostname || !site.ports.has(port)) return false;
  return !url.pathname.startsWith(site.pathname) && url.pathname !== '/robots.txt';
}
