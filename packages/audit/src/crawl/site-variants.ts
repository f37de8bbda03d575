import type { FetchedHead } from '../fetch/fetched.ts';
import type { NoResponse, ProbeRoute } from '../probes/probe-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';

/**
 * Other origins of a site, by code point: with or without `www.` or TLS, and with the URL of the page redirecting to
 * the page.
 *
 * @param start - The response of the page.
 * @param probed - The redirects of the page's URL on other origins.
 */
export function variantsOf(
  start: Pick<FetchedHead, 'finalUrl' | 'redirects'>,
  probed: readonly (ProbeRoute | NoResponse | null)[],
): readonly string[] {
  const page = new URL(start.finalUrl);
  const urls = [
    ...start.redirects.map(({ url }) => new URL(url)),
    ...probed.flatMap((route) => (leadsTo(route, page) ? new URL(route.url) : [])),
  ];
  const variants = urls.filter((url) => isVariant(url, page)).map(({ origin }) => origin);
  return [...new Set(variants)].sort();
}

function leadsTo(route: ProbeRoute | NoResponse | null, page: URL): route is ProbeRoute {
  return (
    route?.kind === 'response' && comparableUrl(new URL(route.finalUrl)) === comparableUrl(page)
  );
}

function isVariant(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return false;
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  return bare(url) === bare(page) && url.pathname === page.pathname && url.search === page.search;
}
