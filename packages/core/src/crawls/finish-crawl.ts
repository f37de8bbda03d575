import { openCpuAccount, takeSlices } from '@sitegrade/audit';
import type { OpenedSite } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import { emitCrawlCompleted } from '../events/crawl-events.ts';
import { buildSite } from '../site-issues/build-site.ts';
import { findIssues } from '../site-issues/find-issues.ts';
import type { Site } from '../site-issues/site.ts';
import { siteScore } from '../site-issues/site-score.ts';
import type { Crawl, CrawlEnd, CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, PageLinks } from '../store/crawl-store.ts';
import type { CrawlTools } from './crawl-tools.ts';
import { isFull } from './frontier.ts';
import { readAllUrls, urlsAtOnce } from './read-all-urls.ts';
import { revisePages } from './revise-pages.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 5;

/** Outlines to read at once. */
const outlinesAtOnce = 50;

/** Pages whose links are stored at once. */
const changedAtOnce = 250;

/**
 * The step `finish`: evaluates what depends on other pages, compares the pages with each other, and ends the crawl with its issues and its score.
 *
 * @param stopped - Why the crawl was stopped before all pages were crawled; `null` if it was not.
 * @throws the reason of the signal, and the errors of the store.
 */
export async function finishCrawl(
  context: Context,
  claimed: ClaimedCrawl,
  stopped: CrawlEnd | null,
  { sites, signal }: CrawlTools,
): Promise<void> {
  const { ownerId, crawl, lease } = claimed;
  const { crawls } = context.store;
  const { opened } = await sites.get(crawl);
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }), signal);
  const found: CrawledUrl[] = [];
  const query = { outlines: false, after: 0, limit: urlsAtOnce };
  for await (const url of readAllUrls(context.store, crawl.id, query)) {
    if (slices.isOver()) await slices.next();
    found.push(url);
  }
  const urls = await revisePages(context, claimed, opened, found, slices);
  const end = stopped ?? endOf(crawl, urls);
  const { origin } = opened.siteFacts;
  const site = await buildSite(
    {
      origin,
      variants: new Set(opened.variants),
      urls,
      outlines: readAllUrls(context.store, crawl.id, {
        outlines: true,
        after: 0,
        limit: outlinesAtOnce,
      }),
      isCrawl: true,
      isComplete: end === 'complete' && crawl.source !== 'sitemap',
      sitemaps: crawl.source === 'links' ? 'unknown' : sitemapsOf(opened),
      checks: context.ruleset.checks,
    },
    slices,
  );
  const issues = await findIssues(site, slices);
  for (let start = 0; start < site.pages.length; start += changedAtOnce) {
    await crawls.setLinks(lease, linksOf(site, start, start + changedAtOnce));
    await slices.next();
  }
  const { score, result } = siteScore(site, issues) ?? { score: null, result: null };
  const { version: rulesetVersion } = context.ruleset;
  const ended = { status: 'done', end, score, result, rulesetVersion, issues } as const;
  if (!(await crawls.end(lease, ended, context.now()))) return;
  const done = await crawls.find(ownerId, crawl.id);
  const foundIssues = issues.filter(({ status }) => status === 'found').length;
  if (done) emitCrawlCompleted(context, ownerId, done, foundIssues);
}

/**
 * Why a crawl ended that was not stopped. If several reasons apply, the first one in this order: `max_pages`,
 * since more pages also mean room for more URLs, then `frontier_full`. A crawl that was out of requests before it had
 * its pages, because too many URLs are no pages, is `frontier_full`, too: what it has is no sample of the site.
 */
function endOf({ maxPages }: Crawl, urls: readonly CrawledUrl[]): CrawlEnd {
  const pages = urls.filter(({ kind }) => kind === 'page');
  if (pages.some(({ skipReason }) => skipReason === 'max_pages')) {
    const done = pages.filter(({ state }) => state === 'done').length;
    return done < maxPages ? 'frontier_full' : 'max_pages';
  }
  const characters = pages.reduce((sum, { url }) => sum + url.length, 0);
  const frontier = { count: pages.length, characters, scope: { maxPages } };
  return isFull(frontier) ? 'frontier_full' : 'complete';
}

function sitemapsOf({ siteFacts }: OpenedSite): Site['sitemaps'] {
  const { kind, isComplete } = siteFacts.sitemaps;
  if (kind === 'found') return isComplete ? 'complete' : 'partial';
  return kind;
}

function linksOf({ pages, inlinks }: Site, start: number, end: number): PageLinks[] {
  return pages
    .slice(start, end)
    .flatMap(({ id, kind, depth }, index) =>
      kind === 'page' ? [{ id, depth, inlinks: inlinks(start + index) }] : [],
    );
}
