import { isIP } from 'node:net';
import type { ProbeContext } from './probe-context.ts';
import type { NoResponse, ProbeRoute } from './probe-facts.ts';
import { statusMeaning } from './probe-verdicts.ts';

/** The page's URL with `http://`; `null` if it has its own port, because the http port is unknown. */
export function plainHttpOf(site: URL): URL | null {
  if (site.protocol !== 'https:' || site.port !== '') return null;
  const plain = new URL(site);
  plain.protocol = 'http:';
  return plain;
}

/** The page's URL with `www.` added or removed; `null` for IP addresses and single-label names. */
export function hostVariantOf(site: URL): URL | null {
  const { hostname } = site;
  const bare = hostname.replace(/^www\./, '');
  if (hostname.startsWith('[') || isIP(hostname) !== 0 || !bare.includes('.')) return null;
  const variant = new URL(site);
  variant.hostname = bare === hostname ? `www.${hostname}` : bare;
  return variant;
}

/** The page, and the means to request another one. */
interface RouteContext extends Pick<ProbeContext, 'prober'> {
  readonly response: RouteResponse;
}

type RouteResponse = Pick<ProbeContext['response'], 'finalUrl' | 'status' | 'redirects'>;

/**
 * Follows the redirects of a URL, unless the page itself was reached through it. Other reports share where an origin
 * leads, but not that it does not have this page.
 */
export async function probeRoute(
  { prober, response }: RouteContext,
  url: URL | null,
): Promise<ProbeRoute | NoResponse | null> {
  if (url === null) return null;
  if (response.redirects[0]?.url === url.href) return routeOf(url, response);
  return prober.share(
    `route ${url.origin}`,
    async () => {
      const result = await prober.read(url, { cutAt: 0 });
      return result.kind === 'response' ? routeOf(url, result.fetched) : result;
    },
    { fits: (route) => 'status' in route && statusMeaning(route.status) === 'available' },
  );
}

/** The redirects and the final status of a response. */
export function routeOf(url: URL, { finalUrl, status, redirects }: RouteResponse): ProbeRoute {
  return { kind: 'response', url: url.href, finalUrl, status, redirects };
}
