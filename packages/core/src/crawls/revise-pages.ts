import type { TimeSlices } from '@sitegrade/audit';
import type { CrawlKnowledge, OpenedSite } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import { rulesetChecksOf } from '../store/check-info.ts';
import type { CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, RevisedCrawlPage } from '../store/crawl-store.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import { detailsOf } from '../store/report.ts';
import { crawlKnowledge } from './crawl-knowledge.ts';
import { readAllUrls } from './read-all-urls.ts';

/** Outlines to read at once. */
const outlinesAtOnce = 50;

/** Pages to store at once: on SQLite, that blocks the event loop for some milliseconds. */
const storedAtOnce = 10;

/**
 * Evaluates what depends on other URLs of the site again, when all of them are known: broken links and images, links
 * to redirects, and the target of the canonical link. Stores only pages whose results change. It does the same again
 * if it was interrupted.
 *
 * @param urls - All URLs of the crawl, without outlines.
 * @returns the same URLs, with the new scores.
 * @throws the reason of the slices' signal, and the errors of the store.
 */
export async function revisePages(
  context: Context,
  claimed: ClaimedCrawl,
  opened: OpenedSite,
  urls: readonly CrawledUrl[],
  slices: TimeSlices,
): Promise<readonly CrawledUrl[]> {
  // With another ruleset, other results would change as well.
  const { ruleset, store } = context;
  if (!isSameRuleset(claimed.crawl, { rulesetVersion: ruleset.version })) return urls;
  const noindex = new Set<number>();
  const known = crawlKnowledge(opened, urls, noindex, context.network.userAgent);
  const changed = await findChanged(context, claimed, known, noindex, slices);
  const scores = new Map<number, number>();
  for (let start = 0; start < changed.length; start += storedAtOnce) {
    const revised: RevisedCrawlPage[] = [];
    for (const id of changed.slice(start, start + storedAtOnce)) {
      const page = await revisePage(context, claimed, known, id);
      if (page) revised.push(page);
      await slices.next();
    }
    if (revised.length > 0) await store.crawls.revisePages(claimed.lease, revised);
    for (const { id, score } of revised) scores.set(id, score);
  }
  if (scores.size === 0) return urls;
  return urls.map((url) => ({ ...url, score: scores.get(url.id) ?? url.score }));
}

/** The numbers of the pages whose results may change. Also finds those that must not be indexed. */
async function findChanged(
  { store }: Context,
  { crawl }: ClaimedCrawl,
  known: CrawlKnowledge,
  noindex: Set<number>,
  slices: TimeSlices,
): Promise<readonly number[]> {
  const { isChangedBy } = await import('@sitegrade/audit/analyze');
  const changed: number[] = [];
  /** Whether their canonical pages can be indexed, is known when all pages have been read. */
  const query = { outlines: true, after: 0, limit: outlinesAtOnce };
  for await (const { id, url, outline } of readAllUrls(store, crawl.id, query)) {
    if (slices.isOver()) await slices.next();
    if (outline === null) continue;
    if (outline.noindex) noindex.add(id);
    if (outline.samples !== undefined && isChangedBy(outline.samples, known, url)) changed.push(id);
  }
  return changed;
}

async function revisePage(
  context: Context,
  { crawl, ownerId }: ClaimedCrawl,
  known: CrawlKnowledge,
  id: number,
): Promise<RevisedCrawlPage | null> {
  const { reviseCrawlPage } = await import('@sitegrade/audit/analyze');
  const { crawls } = context.store;
  const [row] = await crawls.readUrls(crawl.id, { after: id - 1, limit: 1, outlines: true });
  const page = await crawls.findPage(ownerId, crawl.id, id);
  if (!row?.outline || !page?.details) return null;
  const { url, outline } = row;
  const { details } = page;
  const revised = reviseCrawlPage({ url, details, outline }, known, context);
  if (revised === null) return null;
  return {
    id,
    score: revised.score,
    result: revised.result,
    details: detailsOf({ ...details, ...revised }),
    rulesetChecks: rulesetChecksOf(context.ruleset),
    outline: revised.outline,
  };
}
