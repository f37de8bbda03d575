import { createSiteHeaders, parseTarget } from '@sitegrade/audit';
import type { RequestedImage, ThrottledRequest } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import { emitCheckFailed } from '../events/emit.ts';
import { emitRenderFailed } from '../events/emit-operation.ts';
import { rulesetChecksOf } from '../store/check-info.ts';
import type { Crawl } from '../store/crawl.ts';
import type {
  ClaimedCrawl,
  ClaimedUrl,
  CrawlLease,
  CrawlPageOutcome,
  EarlierPage,
} from '../store/crawl-store.ts';
import { detailsOf } from '../store/report.ts';
import type { CrawlTools } from './crawl-tools.ts';
import { isDueForRecheck } from './recheck.ts';

/** How often a page is put back. The next time that the site throttles it, it fails. */
const maxPutBacks = 2;

/** How long a host gets no request after it throttled one, unless it says: doubling each time. */
const firstDelayMs = 10_000;

/** The shortest and the longest `Retry-After` that count. */
const minDelayMs = 1_000;
const maxDelayMs = 120_000;

/**
 * Requests a page, an image or the target of a canonical link or a language version.
 *
 * @throws the reason of the signal, and errors of our side.
 */
export async function requestCrawlUrl(
  context: Context,
  { ownerId, crawl, lease }: ClaimedCrawl,
  { kind, url, putBacks }: ClaimedUrl,
  { sites, connections, headers, signal }: CrawlTools,
): Promise<CrawlPageOutcome> {
  const { auditCrawlPage, requestImage } = await import('@sitegrade/audit/analyze');
  const siteHeaders =
    headers && createSiteHeaders(parseTarget(crawl.url, context.network).url.origin, headers);
  const options = { ...context, ownerId, connections, signal, ...(siteHeaders && { siteHeaders }) };
  if (kind === 'image') {
    return imageOutcome(await requestImage(new URL(url), options), putBacks);
  }
  const { opened } = await sites.get(crawl);
  const keeps = kind === 'page' && siteHeaders === undefined;
  const earlier = keeps ? await findEarlier(context, crawl, lease, url) : undefined;
  const page = await auditCrawlPage(new URL(url), {
    ...options,
    earlier: earlier?.reading,
    siteFacts: opened.siteFacts,
    ...(headers && { headers }),
    // All pages of a crawl would take hours of CPU time.
    render: context.render === 'off' ? 'off' : 'auto',
    onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),
    onRenderFailed: (failure) => emitRenderFailed(context, ownerId, failure),
  });
  signal.throwIfAborted();
  if (page.kind === 'throttled') return throttledOutcome(page, putBacks);
  if (page.kind === 'not_html') {
    return { kind: 'skipped', httpStatus: page.httpStatus, skipReason: 'not_html' };
  }
  const { version: rulesetVersion } = context.ruleset;
  if (page.kind === 'inconclusive') return { kind: 'given_back', isDifferent: true };
  if (page.kind === 'unchanged') {
    if (earlier === undefined) throw new Error('A page without an earlier one is unchanged.');
    return { ...page, earlierId: earlier.id, rulesetVersion };
  }
  // Without the pages, which were all requested before, it is not a sign that the site refuses the crawl.
  if (page.kind === 'failed') return kind === 'page' ? page : { ...page, isRefusal: false };
  if (page.kind !== 'audited') return page;
  const { audit, outline, reading } = page;
  if (kind === 'target') {
    const { samples: _, ...named } = outline;
    return { kind: 'found', httpStatus: audit.httpStatus, outline: named };
  }
  const { httpStatus, title, score, result } = audit;
  const rulesetChecks = rulesetChecksOf(context.ruleset);
  const details = detailsOf(audit);
  const checked = { details, rulesetVersion, rulesetChecks, outline, reading };
  return { kind: 'done', httpStatus, title, score, result, ...checked };
}

/** How the page was read in the crawl before; `undefined` if it is to be read anyway. */
async function findEarlier(
  { store }: Context,
  { previousId }: Crawl,
  { crawlId, page }: CrawlLease,
  url: string,
): Promise<EarlierPage | undefined> {
  if (previousId === null || page === null) return undefined;
  const earlier = await store.crawls.findEarlier(crawlId, { id: page, url });
  return earlier && isDueForRecheck(url, earlier.generation) ? undefined : earlier;
}

function imageOutcome(image: RequestedImage, putBacks: number): CrawlPageOutcome {
  if (image.kind === 'throttled') {
    const outcome = throttledOutcome(image, putBacks);
    // What was not found out is not a broken image.
    return outcome.kind === 'failed' ? unknownImage(image.httpStatus) : outcome;
  }
  return image.kind === 'unknown' ? unknownImage(image.httpStatus) : image;
}

function unknownImage(httpStatus: number | null): CrawlPageOutcome {
  return { kind: 'skipped', httpStatus, skipReason: 'not_html' };
}

function throttledOutcome(
  { httpStatus, retryAfterMs, error }: ThrottledRequest,
  putBacks: number,
): CrawlPageOutcome {
  if (putBacks >= maxPutBacks) return { kind: 'failed', httpStatus, error, isRefusal: true };
  const delayMs = retryAfterMs ?? firstDelayMs * 2 ** putBacks;
  return { kind: 'put_back', delayMs: Math.min(Math.max(delayMs, minDelayMs), maxDelayMs) };
}
