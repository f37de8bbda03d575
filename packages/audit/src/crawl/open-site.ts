import { SitegradeError } from '@sitegrade/foundation/errors';
import { type Analysis, openAnalysis } from '../analysis/analysis.ts';
import { statusError } from '../fetch/fetch-error.ts';
import { fetchPage, isSuccess } from '../fetch/fetch-page.ts';
import type { FetchedHead } from '../fetch/fetched.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import type { Target } from '../fetch/parse-target.ts';
import { crawlDelayMs } from '../fetch/robots/crawl-delay.ts';
import { fetchRobotsTxt, type RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { createProber, limitPerHost, type WithHostSlot } from '../probes/prober.ts';
import { hostVariantOf, plainHttpOf, probeRoute } from '../probes/route.ts';
import { maySample, productOf } from '../probes/sample.ts';
import type { AuditOptions } from '../report/audit-page.ts';
import { readFollowed } from '../report/follow-refresh.ts';
import { fetchSiteFacts, type SiteFacts } from '../report/site-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import type { CrawlRequestOptions } from './crawl-page.ts';
import { variantsOf } from './site-variants.ts';

export { isCrawlAllowed } from './is-crawl-allowed.ts';

/** A site whose pages may be crawled. */
export interface OpenedSite {
  /** robots.txt allows the start page. */
  readonly startPage: 'allowed';
  /** The final URL of the start page, normalised as the links of outlines. */
  readonly finalUrl: string;
  readonly siteFacts: SiteFacts;
  /**
   * Other origins of the site, with or without `www.` or TLS: they redirect to the same path and query on the
   * origin of the start page.
   */
  readonly variants: readonly string[];
  /** `Crawl-delay` of robots.txt for our product token, in milliseconds: at most 10,000, and 0 without one. */
  readonly delayMs: number;
}

/** A site that must not be crawled. Only the start page and robots.txt were requested. */
export interface ClosedSite {
  /**
   * `disallowed`: robots.txt blocks the start page. `server_error`, `unknown`: robots.txt could not be fetched, so
   * nothing may be crawled (RFC 9309 §2.3.1.4).
   */
  readonly startPage: 'disallowed' | 'server_error' | 'unknown';
  /** As that of {@link OpenedSite}. */
  readonly finalUrl: string;
}

/** Options of {@link openSite}. */
interface OpenSiteOptions extends CrawlRequestOptions, Pick<AuditOptions, 'randomBytes'> {
  /** How many requests are sent at a time, at most. */
  readonly atOnce: number;
}

/** The first bytes of the start page show whether it is HTML. */
const startPageBytes = 16 * 1024;

/**
 * Fetches the start page of a crawl, following redirects, and what is the same for all pages of its site. If the
 * scheme was assumed and `https://` cannot be reached, `http://` is tried. The limits are those of `auditPage`.
 *
 * @throws SitegradeError as `auditPage` if the page cannot be fetched, with the reason `http_status` if its status
 * is not 2xx (`server_error` from 500), `other_origin` if there are `siteHeaders` and another origin was asked for it; the reason of `signal`.
 */
export async function openSite(
  target: Target,
  options: OpenSiteOptions,
): Promise<OpenedSite | ClosedSite> {
  const { connections, randomBytes, atOnce } = options;
  const { userAgent } = connections.network;
  const analysis = openAnalysis(connections, options);
  const { cpu } = analysis;
  const withSlot = createSiteSlots(atOnce);
  // Robots.txt and sitemaps are fetched without a prober.
  const fetcher: Fetcher = {
    ...analysis.fetcher,
    fetch: (url, request) => withSlot(url.host, () => analysis.fetcher.fetch(url, request)),
  };
  try {
    const start = await fetchStart(fetcher, target, analysis);
    const page = new URL(start.finalUrl);
    if (options.siteHeaders) requireOrigin(target.url.origin, start);
    const finalUrl = comparableUrl(page);
    const robots = await fetchRobotsTxt(fetcher, page, cpu);
    const startPage = stateOf(robots, userAgent, page);
    if (startPage !== 'allowed') return { startPage, finalUrl };
    const prober = createProber(analysis.fetcher, undefined, withSlot);
    const requesting = { fetcher, prober, userAgent, randomBytes, cpu };
    const variant = hostVariantOf(page);
    const [siteFacts, plainVariant] = await Promise.all([
      fetchSiteFacts(page, robots, requesting),
      probeRoute({ prober, response: start }, variant && plainHttpOf(variant)),
    ]);
    analysis.signal.throwIfAborted();
    const { plainHttp, hostVariant } = siteFacts;
    return {
      startPage,
      finalUrl,
      siteFacts,
      variants: variantsOf(start, [plainHttp, hostVariant, plainVariant]),
      delayMs: robots.kind === 'found' ? crawlDelayMs(robots.rules, productOf(userAgent)) : 0,
    };
  } finally {
    analysis.close();
  }
}

/**
 * Fetches the beginning of the start page, and of the one on another origin that browsers load at once in its place. Within
 * the site, the crawl follows such pages.
 */
async function fetchStart(
  fetcher: Fetcher,
  target: Target,
  analysis: Analysis,
): Promise<FetchedHead> {
  const cutAt = startPageBytes;
  const first = await fetchPage(fetcher, target, { cutAt });
  if (!isSuccess(first)) throw statusError(first.status);
  const { response } = await readFollowed(first, analysis, (url) =>
    fetchPage(fetcher, { url, schemeAssumed: false }, { cutAt }),
  );
  const isElsewhere = new URL(response.finalUrl).origin !== new URL(first.finalUrl).origin;
  return isElsewhere && isSuccess(response) ? response : first;
}

/**
 * Refuses a start page that another origin has chosen: the pages that it leads to would be requested with headers.
 *
 * @throws SitegradeError `page_unreachable`.
 */
function requireOrigin(origin: string, { redirects, finalUrl }: FetchedHead): void {
  const urls = [...redirects.map(({ url }) => url), finalUrl];
  const other = urls.map((url) => new URL(url).origin).find((variant) => variant !== origin);
  if (other === undefined) return;
  const message = `The start page leads to ${other}, but the headers are for ${origin} only. Crawl ${other}/ if they are for it.`;
  throw new SitegradeError('page_unreachable', message, {
    reason: 'other_origin',
    issues: { url: [message] },
  });
}

/** Slots for all hosts together: the variants of a site are on the same servers. */
function createSiteSlots(atOnce: number): WithHostSlot {
  const withSlot = limitPerHost(() => atOnce);
  return (_host, work) => withSlot('', work);
}

function stateOf(
  robots: RobotsTxt,
  userAgent: string,
  page: URL,
): OpenedSite['startPage'] | ClosedSite['startPage'] {
  if (robots.kind === 'server_error' || robots.kind === 'unknown') return robots.kind;
  return maySample(robots, userAgent, page) ? 'allowed' : 'disallowed';
}
