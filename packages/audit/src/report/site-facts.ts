import type { FetchedHead } from '../fetch/fetched.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { fetchRobotsTxt, type RobotsTxt, robotsBytes } from '../fetch/robots/robots-txt.ts';
import {
  fetchSitemaps,
  fetchSiteSitemaps,
  sitemapBytes,
  sitemapFactsFor,
} from '../fetch/sitemap/fetch-sitemaps.ts';
import type { SitemapFacts, SiteSitemaps } from '../fetch/sitemap/sitemap-facts.ts';
import type { CpuAccount } from '../limits/cpu-account.ts';
import { probeUsualFavicon } from '../probes/favicon.ts';
import type { Probe } from '../probes/probe-facts.ts';
import type { Prober } from '../probes/prober.ts';
import { probeSite, type SiteProbes } from '../probes/site-probes.ts';

/** What is the same for all pages of a site. It is fetched once for several of them. */
export interface SiteFacts extends SiteProbes {
  /** The origin of the pages to which it applies. */
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly sitemaps: SiteSitemaps;
  /** The result for `/favicon.ico`, for pages that declare no icon. */
  readonly favicon: Probe;
}

/** The means to request a site. */
interface SiteOptions {
  readonly fetcher: Fetcher;
  readonly prober: Prober;
  readonly userAgent: string;
  /** Creates the random path of a page that does not exist. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** Reading robots.txt and sitemaps is charged to it. */
  readonly cpu: CpuAccount;
}

/**
 * Fetches what is the same for all pages of a site, other than robots.txt: all sitemaps up to ten files and five
 * seconds, `/favicon.ico`, a page that does not exist, `/llms.txt`, `/.well-known/security.txt`, a TLS handshake, and the
 * given page with `http://` and with or without `www.`.
 *
 * @param page - The final URL of a page of the site, such as the first page of a crawl.
 * @param robots - The robots.txt of the site.
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function fetchSiteFacts(
  page: URL,
  robots: RobotsTxt,
  options: SiteOptions,
): Promise<SiteFacts> {
  const { fetcher, prober, cpu } = options;
  const response = { finalUrl: page.href, status: 200, redirects: [] };
  const [sitemaps, favicon, probes] = await Promise.all([
    fetchSiteSitemaps(fetcher, page, robots, cpu),
    probeUsualFavicon(prober, page),
    probeSite({ ...options, response, robots: Promise.resolve(robots) }),
  ]);
  return { ...probes, origin: page.origin, robots, sitemaps, favicon };
}

/** The requests of one report that depend on the site of its page only. */
interface SiteRequests {
  readonly robots: Promise<RobotsTxt>;
  readonly sitemap: Promise<SitemapFacts>;
  readonly probes: Promise<SiteProbes>;
}

/**
 * Requests the robots.txt beside the page, and the rest as soon as the final URL of the page is known. If the page
 * redirects to another origin, the robots.txt of that origin is requested, and that of the first one is not used. Other
 * reports share the results.
 *
 * @param requested - The URL of the page before redirects.
 * @param head - The response of the page, before its body is read.
 */
export async function requestSite(
  requested: URL,
  head: Promise<FetchedHead>,
  options: SiteOptions,
): Promise<SiteRequests> {
  const { fetcher, prober, cpu } = options;
  const beside = robotsOf(requested);
  const response = await head;
  const page = new URL(response.finalUrl);
  const { robots, isFirst } = page.origin === requested.origin ? beside : robotsOf(page);
  const sitemap = robots.then(async (found) => {
    // The only report of a site need not read all of its sitemaps.
    if (isFirst()) return fetchSitemaps(fetcher, page, found, cpu);
    const request = () => fetchSiteSitemaps(fetcher, page, found, cpu);
    const shared = prober.share(`sitemaps ${page.origin}`, request, { bytes: sitemapBytes });
    return sitemapFactsFor(page, await shared);
  });
  const probes = probeSite({ ...options, prober: prober.again(), response, robots });
  return { robots, sitemap: handled(sitemap), probes: handled(probes) };

  function robotsOf({ origin }: URL) {
    let isFirst = false;
    const request = () => {
      isFirst = true;
      return fetchRobotsTxt(fetcher, new URL(origin), cpu);
    };
    const robots = handled(prober.share(`robots ${origin}`, request, { bytes: robotsBytes }));
    return { robots, isFirst: () => isFirst };
  }
}

/** Work that is awaited later, or not at all if the page cannot be read. */
function handled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
