import type { FetchedHead } from '../fetch/fetched.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { fetchRobotsTxt, type RobotsTxt } from '../fetch/robots/robots-txt.ts';
import {
  fetchSitemaps,
  fetchSiteSitemaps,
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
  /** The result for `/favicon.ico` if it is known. */
  readonly favicon: Probe | null;
}

/**
 * Requests the robots.txt beside the page, and the rest as soon as the final URL of the page is known.
 * Sends nothing that is in `known`. If the page redirects to another origin, the robots.txt of that origin is
 * requested, and that of the first one is not used.
 *
 * @param requested - The URL of the page before redirects.
 * @param head - The response of the page, before its body is read.
 * @param known - The facts of a site, which may be another one.
 */
export async function requestSite(
  requested: URL,
  head: Promise<FetchedHead>,
  known: SiteFacts | undefined,
  options: SiteOptions,
): Promise<SiteRequests> {
  const { fetcher, prober, cpu } = options;
  const beside = requested.origin === known?.origin ? null : robotsOf(requested);
  const response = await head;
  const page = new URL(response.finalUrl);
  if (page.origin === known?.origin) {
    return {
      robots: Promise.resolve(known.robots),
      sitemap: Promise.resolve(sitemapFactsFor(page, known.sitemaps)),
      probes: Promise.resolve(known),
      favicon: known.favicon,
    };
  }
  const robots = beside !== null && page.origin === requested.origin ? beside : robotsOf(page);
  const sitemap = robots.then((found) => fetchSitemaps(fetcher, page, found, cpu));
  const probes = probeSite({ ...options, prober: prober.again(), response, robots });
  return { robots, sitemap: handled(sitemap), probes: handled(probes), favicon: null };

  function robotsOf(url: URL): Promise<RobotsTxt> {
    return handled(fetchRobotsTxt(fetcher, url, cpu));
  }
}

/** Work that is awaited later, or not at all if the page cannot be read. */
function handled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
