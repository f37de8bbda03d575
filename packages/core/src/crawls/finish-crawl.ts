import { openCpuAccount, type TimeSlices, takeSlices } from '@sitegrade/audit';
import type { OpenedSite } from '@sitegrade/audit/analyze';
import type { Context } from '../context/context.ts';
import { emitCrawlCompleted } from '../events/crawl-events.ts';
import { buildSite } from '../site-issues/build-site.ts';
import { findIssues, issueChecks } from '../site-issues/find-issues.ts';
import type { Site } from '../site-issues/site.ts';
import { openPageTable, type PageTable } from '../site-issues/site-pages.ts';
import { siteScore } from '../site-issues/site-score.ts';
import type { Crawl, CrawlEnd, CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, CrawlFrontier, PageLinks } from '../store/crawl-store.ts';
import { crawlShapeOf } from './crawl-shape.ts';
import type { CrawlTools } from './crawl-tools.ts';
import { isFull } from './frontier.ts';
import { readChunksByUrl } from './read-all-urls.ts';
import { outlinesOf } from './revise-pages.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 5;

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
  const { ownerId, crawl, lease, frontier } = claimed;
  const { crawls } = context.store;
  const { opened } = await sites.get(crawl);
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }), signal);
  const pages = await readPages(context, crawl.id, slices);
  const end = stopped ?? endOf(crawl, frontier);
  const { origin } = opened.siteFacts;
  const site = await buildSite(
    {
      origin,
      variants: new Set(opened.variants),
      pages,
      outlines: outlinesOf(context, claimed, opened, pages, slices),
      isCrawl: true,
      isComplete: end === 'complete' && crawl.source !== 'sitemap',
      sitemaps: crawl.source === 'links' ? 'unknown' : sitemapsOf(opened),
      knowsListedVersions: knowsListedVersions(opened),
      maxPages: crawl.maxPages,
    },
    slices,
  );
  const issues = await findIssues(site, issueChecks(context), slices);
  for (let start = 0; start < site.pages.length; start += changedAtOnce) {
    const links = linksOf(site, start, start + changedAtOnce);
    if (links.length > 0) await crawls.setLinks(lease, links);
    await slices.next();
  }
  const { score, result } = siteScore(site, issues) ?? { score: null, result: null };
  const { version: rulesetVersion } = context.ruleset;
  const shape = await crawlShapeOf(site.pages.values(), slices);
  const ended = { status: 'done', end, score, result, rulesetVersion, issues, shape } as const;
  if (!(await crawls.end(lease, ended, context.now()))) return;
  const done = await crawls.find(ownerId, crawl.id);
  const foundIssues = issues.filter(({ status }) => status === 'found').length;
  if (done) emitCrawlCompleted(context, ownerId, done, foundIssues);
}

/** Reads all URLs: the pages by code point, then the images, of which there are few. */
async function readPages(
  { store }: Context,
  crawlId: number,
  slices: TimeSlices,
): Promise<PageTable> {
  const table = openPageTable();
  const images: CrawledUrl[] = [];
  for await (const rows of readChunksByUrl(store, crawlId)) {
    for (const row of rows) {
      if (row.kind === 'image') images.push(row);
      else table.add(row);
    }
    if (slices.isOver()) await slices.next();
  }
  for (const image of images) table.add(image);
  return table;
}

/**
 * Why a crawl ended that was not stopped. If several reasons apply, the first one in this order: `max_pages`,
 * since more pages also mean room for more URLs, then `frontier_full`. A crawl that was out of requests before it had
 * its pages, because too many URLs are not pages, is `frontier_full`, too: what it has is not a sample of the site.
 */
function endOf({ maxPages, progress }: Crawl, frontier: CrawlFrontier | null): CrawlEnd {
  const { discovered, done, skipped } = progress;
  if ((skipped.max_pages ?? 0) > 0) return done < maxPages ? 'frontier_full' : 'max_pages';
  const characters = frontier?.characters ?? 0;
  return isFull({ count: discovered, characters, scope: { maxPages } })
    ? 'frontier_full'
    : 'complete';
}

function sitemapsOf({ siteFacts }: OpenedSite): Site['sitemaps'] {
  const { kind, isComplete } = siteFacts.sitemaps;
  if (kind === 'found') return isComplete ? 'complete' : 'partial';
  return kind;
}

/** Pages have the versions that the sitemaps name for them, also in a crawl of links only. */
function knowsListedVersions({ siteFacts }: OpenedSite): boolean {
  const { kind, isComplete, hasAllVersions } = siteFacts.sitemaps;
  return kind === 'none' || (kind === 'found' && isComplete && hasAllVersions);
}

function linksOf({ pages, inlinks }: Site, start: number, end: number): PageLinks[] {
  const links: PageLinks[] = [];
  for (let index = start; index < end; index++) {
    const page = pages.get(index);
    if (page?.kind !== 'page') continue;
    links.push({ id: page.id, depth: page.depth, inlinks: inlinks(index) });
  }
  return links;
}
