import { openCpuAccount, runInSlices, type TimeSlices, takeSlices } from '@sitegrade/audit';
import { isCrawlAllowed } from '@sitegrade/audit/analyze';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import type { Crawl, CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, CrawlFrontier, CrawlLease } from '../store/crawl-store.ts';
import type { Store } from '../store/store.ts';
import type { CrawlTools } from './crawl-tools.ts';
import {
  addImages,
  addListed,
  addTargets,
  type Candidates,
  countVariants,
  type Frontier,
  type FrontierScope,
  hasRoom,
  imageLevel,
  isFull,
  isOverfull,
  type KnownUrls,
  keepFirst,
  nextLevel,
  noCandidates,
  noImages,
  refill,
} from './frontier.ts';
import { addTargetsNamed, noTargets, targetLevel } from './link-targets.ts';
import { readAllUrls, readUrlChunks, urlsAtOnce } from './read-all-urls.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 5;

/**
 * The step `expand`, when all URLs of a level are done. If some were not pages, and others were left out for the limit
 * of pages, it requests those. Otherwise it finds the next level: first the pages to which links and redirects lead,
 * level by level; when there are none left, those in the sitemaps, and what they lead to; at last some images, and
 * some of the other URLs that canonical links and language versions name, until these lead to nothing new. When there is
 * nothing left to request, it goes on to `finish`.
 *
 * It does the same again if it was interrupted: what it stores depends only on the URLs of earlier levels. Of these it
 * reads the last level, and looks up others, so that a level costs the same however many there were before.
 *
 * @throws the reason of the signal, and the errors of the store.
 */
export async function expandCrawl(
  context: Context,
  claimed: ClaimedCrawl,
  last: CrawlFrontier,
  { sites, signal }: CrawlTools,
): Promise<void> {
  const { ownerId, crawl, lease } = claimed;
  const { source } = crawl;
  const { opened, isIncluded } = await sites.get(crawl);
  const { siteFacts, variants } = opened;
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }), signal);
  const { frontier, isPartlyRefilled } = await openFrontier(context, claimed, last, {
    origin: siteFacts.origin,
    variants: new Set(variants),
    maxPages: crawl.maxPages,
    isIncluded,
    isAllowed: (url) => isCrawlAllowed(siteFacts, url, context.network.userAgent),
    listed: source === 'links' ? new Set() : siteFacts.sitemaps.listed,
  });
  const step = { context, crawlId: crawl.id, lease, slices };
  const end = (next: 'pages' | 'finish', hasImages = last.hasImages) =>
    endStep(step, next, { ...positionOf(frontier), hasImages });
  if ((await refillLevel(step, frontier)) || isPartlyRefilled) return end('pages');
  if (!last.hasImages) {
    if (source !== 'sitemap' && (await expandLinks(step, frontier))) return end('pages');
    if (source !== 'links' && (await expandListed(step, frontier))) return end('pages');
  }
  const hasOthers = await expandOthers(step, frontier, crawl, !last.hasImages);
  return hasOthers ? end('pages', true) : end('finish');
}

function positionOf({ level, first, count, characters }: Frontier) {
  return { level, first, last: count, characters };
}

/** What every part of the step works with. */
interface Step {
  readonly context: Context;
  readonly crawlId: number;
  readonly lease: CrawlLease;
  readonly slices: TimeSlices;
}

async function openFrontier(
  { store }: Context,
  { crawl: { id, progress } }: ClaimedCrawl,
  { level, first, last, characters }: CrawlFrontier,
  scope: FrontierScope,
): Promise<{ readonly frontier: Frontier; readonly isPartlyRefilled: boolean }> {
  const { done, queued, redirected, failed, skipped } = progress;
  // Pages are queued only if the step was interrupted: of the next level, which it finds again, or of this one.
  const next = await store.crawls.readUrls(id, { after: last, limit: 1, outlines: false });
  const refilled = next.length > 0 ? 0 : queued;
  const frontier: Frontier = {
    scope,
    known: {
      among: (urls) => knownAmong(store, id, frontier.count, urls),
      variantsOf: (path) => variantsOf(store, id, frontier.count, path),
    },
    level,
    first,
    count: last,
    characters,
    pages: done + refilled,
    others: redirected + failed + (skipped.not_html ?? 0),
    settled: new Set(),
  };
  return { frontier, isPartlyRefilled: refilled > 0 };
}

/** How many URLs are looked up at once: on SQLite, that blocks the event loop for some milliseconds. */
const lookedUpAtOnce = 500;

/** Which of the URLs are stored with a number up to `last`. */
async function knownAmong(
  { crawls }: Store,
  crawlId: number,
  last: number,
  urls: readonly string[],
): ReturnType<KnownUrls['among']> {
  const known = new Set<string>();
  for (let start = 0; start < urls.length; start += lookedUpAtOnce) {
    const found = await crawls.findUrls(crawlId, urls.slice(start, start + lookedUpAtOnce));
    for (const { id, url } of found) if (id <= last) known.add(url);
  }
  return known;
}

async function variantsOf(
  store: Store,
  crawlId: number,
  last: number,
  path: string,
): ReturnType<KnownUrls['variantsOf']> {
  let counts = { single: 0, several: 0 };
  for (let after = `${path}?`; ; ) {
    const rows = await store.crawls.readUrls(crawlId, { after, limit: urlsAtOnce });
    const ofPath = rows.filter(({ url }) => url.startsWith(`${path}?`));
    const { single, several } = countVariants(ofPath.filter(({ id }) => id <= last));
    counts = { single: counts.single + single, several: counts.several + several };
    const next = rows.at(-1);
    if (next === undefined || ofPath.length < urlsAtOnce) return counts;
    after = next.url;
  }
}

/** Requests other URLs of the last level in place of those that are not pages. Returns whether there is one. */
async function refillLevel(
  { context, crawlId, lease, slices }: Step,
  frontier: Frontier,
): Promise<boolean> {
  let hasPages = false;
  for await (const urls of refill(frontier, leftOut(context, crawlId, frontier))) {
    await context.store.crawls.refill(lease, urls);
    hasPages ||= urls.some(({ skipReason }) => skipReason === null);
    await slices.next();
  }
  return hasPages;
}

async function* leftOut({ store }: Context, crawlId: number, frontier: Frontier) {
  if (!hasRoom(frontier)) return;
  const { first, count } = frontier;
  const query = { outlines: false, after: first - 1, limit: urlsAtOnce };
  for await (const row of readAllUrls(store, crawlId, query)) {
    if (row.id > count) return;
    if (row.skipReason === 'max_pages') yield row;
  }
}

/** Finds where the pages of the last level lead to. Returns whether there is a page to request. */
async function expandLinks(step: Step, frontier: Frontier): Promise<boolean> {
  // No URL is added any more, and reading the links of many pages takes long.
  if (isFull(frontier)) return false;
  const { context, crawlId, slices } = step;
  let candidates = noCandidates();
  const { first, count } = frontier;
  const query = { outlines: true, after: first - 1, limit: outlinesAtOnce };
  for await (const rows of readUrlChunks(context.store, crawlId, query)) {
    const ofLevel = rows.filter(({ id }) => id <= count);
    await addTargets(frontier, candidates, ofLevel, slices);
    candidates = await bounded(step, frontier, candidates);
    if (ofLevel.length < rows.length) break;
  }
  return addLevel(step, frontier, candidates);
}

async function bounded({ slices }: Step, frontier: Frontier, candidates: Candidates) {
  if (!isOverfull(candidates, frontier)) return candidates;
  return runInSlices(keepFirst(frontier, candidates), slices);
}

/** Adds the pages of the sitemaps that no link leads to. Returns whether there is one to request. */
async function expandListed(step: Step, frontier: Frontier): Promise<boolean> {
  const { slices } = step;
  let candidates = noCandidates();
  const unlinked = new Set(frontier.scope.listed);
  if (unlinked.size > 0) {
    for await (const { url, inSitemap } of knownUrls(step, frontier)) {
      if (inSitemap) unlinked.delete(url);
    }
  }
  const entries = [...unlinked];
  for (let start = 0; start < entries.length; start += lookedUpAtOnce) {
    const some = entries.slice(start, start + lookedUpAtOnce);
    await addListed(frontier, candidates, some, slices);
    candidates = await bounded(step, frontier, candidates);
  }
  return addLevel(step, frontier, candidates);
}

/** All URLs up to the last level. */
async function* knownUrls({ context, crawlId }: Step, { count }: Frontier) {
  const query = { outlines: false, after: 0, limit: urlsAtOnce };
  for await (const row of readAllUrls(context.store, crawlId, query)) {
    if (row.id > count) return;
    yield row;
  }
}

/**
 * Adds what is requested after the pages: images, and the targets of canonical links and language versions. Returns
 * whether there is one.
 *
 * @param isFirst - Whether the crawl has none yet. Later, only what targets lead to is added.
 */
async function expandOthers(
  { context, crawlId, lease, slices }: Step,
  frontier: Frontier,
  { maxPages, progress }: Crawl,
  isFirst: boolean,
): Promise<boolean> {
  const images = noImages();
  const targets = noTargets();
  const earlier: CrawledUrl[] = [];
  const after = isFirst ? 0 : progress.discovered;
  const query = { outlines: true, after, limit: outlinesAtOnce };
  for await (const rows of readUrlChunks(context.store, crawlId, query)) {
    const known = rows.filter(({ id }) => id <= frontier.count);
    for (const row of known) if (row.kind === 'target') earlier.push({ ...row, outline: null });
    const added = isFirst ? known : known.filter(({ id }) => id >= frontier.first);
    if (isFirst) await addImages(frontier, images, added, slices);
    await addTargetsNamed(frontier, targets, added, slices);
  }
  const budget = { maxPages, pagesDone: progress.done, earlier };
  const rows = [...(await runInSlices(targetLevel(frontier, targets, budget), slices))];
  for (const { url } of rows) images.pages.delete(url);
  const afterTargets = { ...frontier, count: frontier.count + rows.length };
  rows.push(...(await runInSlices(imageLevel(afterTargets, images, progress.done), slices)));
  for (let start = 0; start < rows.length; start += lookedUpAtOnce / 2) {
    await context.store.crawls.addUrls(lease, rows.slice(start, start + lookedUpAtOnce / 2));
    await slices.next();
  }
  if (rows.length === 0) return false;
  Object.assign(frontier, {
    level: frontier.level + 1,
    first: frontier.count + 1,
    count: frontier.count + rows.length,
  });
  return true;
}

/** Outlines to read at once: an ordinary one is a kilobyte, and a large one 200. */
const outlinesAtOnce = 50;

/** Stores a level. Returns whether it has a URL to request; without one, the next level can follow at once. */
async function addLevel(
  { context, lease, slices }: Step,
  frontier: Frontier,
  candidates: Candidates,
): Promise<boolean> {
  let hasPages = false;
  for await (const rows of nextLevel(frontier, candidates, slices)) {
    await context.store.crawls.addUrls(lease, rows);
    hasPages ||= rows.some(({ skipReason }) => skipReason === null);
  }
  return hasPages;
}

async function endStep(
  { context, lease }: Step,
  next: 'pages' | 'finish',
  frontier: CrawlFrontier,
): Promise<void> {
  if (!(await context.store.crawls.endStep(lease, next, context.now(), frontier))) return;
  await announceJobs(context, next === 'pages' ? context.crawls.perHost : 1);
}
