import { isIP } from 'node:net';
import type { ProbeContext } from './probe-context.ts';
import type { Route, Unanswered } from './probe-facts.ts';

/** The page's URL with `http://`. One with a port of its own has none: which port would it be at? */
export function plainHttpOf(site: URL): URL | null {
  if (site.protocol !== 'https:' || site.port !== '') return null;
  const plain = new URL(site);
  plain.protocol = 'http:';
  return plain;
}

/** The page's URL with `www.`, or without. Addresses and names of one word have no such twin. */
export function hostTwinOf(site: URL): URL | null {
  const { hostname } = site;
  const bare = hostname.replace(/^www\./, '');
  if (hostname.startsWith('[') || isIP(hostname) !== 0 || !bare.includes('.')) return null;
  const twin = new URL(site);
  twin.hostname = bare === hostname ? `www.${hostname}` : bare;
  return twin;
}

/** Follows a URL to its end, unless the page itself was come by on that way. */
export async function probeRoute(
  { prober, response }: Pick<ProbeContext, 'prober' | 'response'>,
  url: URL | null,
): Promise<Route | Unanswered | null> {
  if (url === null) return null;
  if (response.redirects[0]?.url === url.href) return routeOf(url, response);
  const asked = await prober.read(url, { cutAt: 0 });
  return asked.kind === 'answered' ? routeOf(url, asked.fetched) : asked;
}

/** Where a response came from, and by which way. */
export function routeOf(
  url: URL,
  {
    finalUrl,
    status,
    redirects,
  }: Pick<ProbeContext['response'], 'finalUrl' | 'status' | 'redirects'>,
): Route {
  return { kind: 'answered', url: url.href, finalUrl, status, redirects };
}
