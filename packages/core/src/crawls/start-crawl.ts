import { createSiteHeaders, parseTarget, withoutTracking } from '@sitegrade/audit';
import type { ClosedSite, OpenedSite } from '@sitegrade/audit/analyze';
import { announceJobs } from '../background/announce.ts';
import { type Failure, failureOf, passingErrors } from '../background/failure.ts';
import type { Context } from '../context/context.ts';
import { emitCrawlFailed } from '../events/crawl-events.ts';
import type { CrawlEnd, FullReason } from '../store/crawl.ts';
import type { ClaimedCrawl, Keeping, Predecessor } from '../store/crawl-store.ts';
import { domainOf } from '../store/domain-of.ts';
import { makeShareToken } from '../store/share-token.ts';
import type { CrawlTools } from './crawl-tools.ts';

/**
 * The step `start`: fetches the start page and what the pages of the site share, and begins with the start page. A
 * crawl whose start page cannot be fetched, or may not be crawled, fails.
 *
 * @throws the reason of the signal, errors of our side, which pass, and those of the store.
 */
export async function startCrawl(
  context: Context,
  claimed: ClaimedCrawl,
  { connections, headers, signal }: CrawlTools,
): Promise<void> {
  const { openSite, packSite } = await import('@sitegrade/audit/analyze');
  const { crawl, lease, ownerId } = claimed;
  let opened: OpenedSite | ClosedSite;
  try {
    const { perHost: atOnce } = context.crawls;
    const target = parseTarget(withoutTracking(crawl.url), context.network);
    const siteHeaders = headers && createSiteHeaders(target.url.origin, headers);
    const options = { ...context, ownerId, connections, signal, atOnce };
    opened = await openSite(target, { ...options, ...(siteHeaders && { siteHeaders }) });
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = failureOf(thrown);
    if (passingErrors.has(failure.error.code)) throw thrown;
    await endFailed(context, claimed, 'start_failed', failure);
    return;
  }
  signal.throwIfAborted();
  if (opened.startPage !== 'allowed') {
    await endFailed(context, claimed, 'robots_txt', robotsFailures[opened.startPage]);
    return;
  }
  const { finalUrl, delayMs, siteFacts } = opened;
  const url = new URL(finalUrl);
  const inSitemap = siteFacts.sitemaps.listed.has(finalUrl);
  const isBegun = await context.store.crawls.begin(lease, {
    domain: domainOf(finalUrl),
    origin: url.origin,
    host: url.host,
    delayMs,
    rulesetVersion: context.ruleset.version,
    keeping: await keepingOf(context, claimed, opened, headers !== undefined),
    site: await packSite(opened),
    urls: [{ id: 1, url: finalUrl, kind: 'page', level: 0, depth: 0, inSitemap, skipReason: null }],
    defaultPrivacy: context.defaultPrivacy,
    websiteShareToken: makeShareToken(context),
    now: context.now(),
  });
  if (isBegun) await announceJobs(context, 1);
}

/** The crawl whose results are kept for pages that have not changed, or why there is none. */
async function keepingOf(
  { store, ruleset, expectIndexable, network, now }: Context,
  { crawl, lease }: ClaimedCrawl,
  { finalUrl, siteFacts }: OpenedSite,
  hasHeaders: boolean,
): Promise<Keeping> {
  const { siteBasis } = await import('@sitegrade/audit/analyze');
  const { userAgent } = network;
  // With its own headers, it may see other pages than a crawl without, and they may be secret.
  const basis = hasHeaders
    ? null
    : siteBasis(siteFacts, { ruleset, expectIndexable, userAgent, now: now() });
  const all = { previousId: null, fullReason: null, generation: 0, basis } as const;
  if (crawl.recrawl === 'all') return all;
  if (basis === null) return { ...all, fullReason: 'own_headers' };
  const site = { domain: domainOf(finalUrl), origin: siteFacts.origin };
  const found = await store.crawls.findPredecessor(lease.crawlId, site);
  if (found === undefined) return { ...all, fullReason: 'no_previous_crawl' };
  const fullReason = differenceOf(found, ruleset.version, basis);
  if (fullReason !== null) return { ...all, fullReason };
  return { ...all, previousId: found.id, generation: found.generation + 1 };
}

function differenceOf(
  { rulesetVersion, basis }: Predecessor,
  ruleset: string,
  now: string,
): FullReason | null {
  if (rulesetVersion !== ruleset) return 'ruleset_changed';
  return basis === now ? null : 'site_changed';
}

const unavailable = {
  error: {
    code: 'page_unreachable',
    message: 'robots.txt of the site could not be fetched, so that no page may be crawled.',
    reason: 'robots_txt_unavailable',
  },
} as const satisfies Failure;

const robotsFailures = {
  disallowed: {
    error: {
      code: 'page_unreachable',
      message: 'robots.txt of the site does not allow the start page to be crawled.',
      reason: 'robots_txt_disallowed',
    },
  },
  server_error: unavailable,
  unknown: unavailable,
} as const satisfies Record<ClosedSite['startPage'], Failure>;

async function endFailed(
  context: Context,
  { ownerId, crawl, lease }: ClaimedCrawl,
  end: CrawlEnd,
  failure: Failure,
): Promise<void> {
  const { error } = failure;
  const ended = { status: 'failed', end, error } as const;
  if (!(await context.store.crawls.end(lease, ended, context.now()))) return;
  emitCrawlFailed(context, ownerId, crawl, end, error);
}
