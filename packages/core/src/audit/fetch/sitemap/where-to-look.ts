import type { CpuAccount } from '../../cpu-account.ts';
import { takeSlices } from '../../time-slices.ts';
import { webUrl } from '../../url/web-url.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { NamedSitemap } from './named-sitemap.ts';

/** Milliseconds of work in a turn: a robots.txt can name thirty thousand. */
const sliceMs = 2;

/** Where sitemaps usually are; the second only matters where the first does not exist. */
const usualPlaces = ['/sitemap.xml', '/sitemap_index.xml'] as const;

/**
 * The sitemaps that robots.txt names, each once. They may be on another host, and then speak for the
 * site that names them (https://www.sitemaps.org/protocol.html#sitemaps_cross_submits).
 */
export async function namedByRobots(
  robots: RobotsTxt,
  site: URL,
  cpu: CpuAccount,
): Promise<readonly NamedSitemap[]> {
  if (robots.kind !== 'found') return [];
  const slices = takeSlices(sliceMs, cpu);
  const named = new Map<string, NamedSitemap>();
  for (const { url: written, line } of robots.rules.sitemaps) {
    if (slices.isOver()) await slices.next();
    // Google takes absolute URLs alone: https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap
    const url = /^https?:\/\//i.test(written) ? webUrl(written) : null;
    if (url === null) continue;
    url.hash = '';
    if (named.has(url.href)) continue;
    named.set(url.href, { url, namedBy: 'robots', robotsLine: line, speaksFor: [site.host] });
  }
  return [...named.values()];
}

/** Where to look when robots.txt names none. */
export function usualSitemaps(site: URL): readonly NamedSitemap[] {
  return usualPlaces.map((path) => ({
    url: new URL(path, site),
    namedBy: 'usual_place',
    robotsLine: null,
    speaksFor: [site.host],
  }));
}
