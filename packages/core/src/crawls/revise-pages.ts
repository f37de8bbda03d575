import type { TimeSlices } from '@sitegrade/audit';
import type { CrawlKnowledge, OpenedSite } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import type { PageTable } from '../site-issues/site-pages.ts';
import { rulesetChecksOf } from '../store/check-info.ts';
import type { CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, RevisedCrawlPage } from '../store/crawl-store.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import { detailsOf } from '../store/report.ts';
import { crawlKnowledge } from './crawl-knowledge.ts';
import { readUrlChunks } from './read-all-urls.ts';

/** Outlines to read at once. */
const outlinesAtOnce = 50;

/** Pages to store at once: on SQLite, that blocks the event loop for some milliseconds. */
const storedAtOnce = 10;

type Outlined = Pick<CrawledUrl, 'url' | 'outline'>;

/**
 * Yields the outlines of the pages of a crawl whose URLs are all known. Evaluates what depends on other URLs of the
 * site again: broken links and images, links to redirects, and the target of the canonical link. Stores only pages
 * whose results change, with their new scores also in `pages`, and yields their outlines last. It does the same again
 * if it was interrupted.
 *
 * @param pages - All URLs of the crawl.
 * @throws the reason of the slices' signal, and the errors of the store.
 */
export async function* outlinesOf(
  context: Context,
  claimed: ClaimedCrawl,
  opened: OpenedSite,
  pages: PageTable,
  slices: TimeSlices,
): AsyncGenerator<Outlined, void, undefined> {
  const { isChangedBy } = await import('@sitegrade/audit/analyze');
  const { ruleset, store } = context;
  const { crawl, lease } = claimed;
  // With another ruleset, other results would change as well.
  const isRevised = isSameRuleset(crawl, { rulesetVersion: ruleset.version });
  const noindex = new Set<number>();
  const known = crawlKnowledge(opened, pages, noindex, context.network.userAgent);
  const changed: number[] = [];
  const query = { outlines: true, after: 0, limit: outlinesAtOnce };
  for await (const rows of readUrlChunks(store, crawl.id, query)) {
    for (const { id, url, outline } of rows) {
      if (slices.isOver()) await slices.next();
      if (outline === null) continue;
      if (outline.noindex) noindex.add(id);
      // Whether their canonical pages can be indexed, is known when all pages have been read.
      const isChanged =
        isRevised && outline.samples !== undefined && isChangedBy(outline.samples, known, url);
      if (isChanged) changed.push(id);
      else yield { url, outline };
    }
  }
  for (let start = 0; start < changed.length; start += storedAtOnce) {
    const revised: RevisedCrawlPage[] = [];
    const outlines: Outlined[] = [];
    for (const id of changed.slice(start, start + storedAtOnce)) {
      const [row] = await store.crawls.readUrls(crawl.id, {
        after: id - 1,
        limit: 1,
        outlines: true,
      });
      if (!row?.outline) continue;
      const page = await revisePage(context, claimed, known, row);
      if (page !== null) {
        revised.push(page);
        pages.setScore(pages.find('page', row.url) ?? -1, page.score);
      }
      outlines.push({ url: row.url, outline: page?.outline ?? row.outline });
      await slices.next();
    }
    if (revised.length > 0) await store.crawls.revisePages(lease, revised);
    yield* outlines;
  }
}

async function revisePage(
  context: Context,
  { crawl, ownerId }: ClaimedCrawl,
  known: CrawlKnowledge,
  { id, url, outline }: CrawledUrl,
): Promise<RevisedCrawlPage | null> {
  const { reviseCrawlPage } = await import('@sitegrade/audit/analyze');
  const page = await context.store.crawls.findPage(ownerId, crawl.id, id);
  if (outline === null || !page?.details) return null;
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
