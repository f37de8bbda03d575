import { openCpuAccount, runInSlices, type TimeSlices, takeSlices } from '@sitegrade/audit';
import { isCrawlAllowed } from '@sitegrade/audit/analyze';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import type { CrawledUrl } from '../store/crawl.ts';
import type { ClaimedCrawl, CrawlLease, NewCrawlUrl } from '../store/crawl-store.ts';
import type { CrawlTools } from './crawl-tools.ts';
import {
  addImages,
  addKnown,
  addListed,
  addTargets,
  emptyFrontier,
  type Frontier,
  type FrontierScope,
  imageLevel,
  isFinished,
  isFull,
  isOverfull,
  keepFirst,
  nextLevel,
  noCandidates,
  noImages,
  refill,
} from './frontier.ts';
import { readAllUrls, urlsAtOnce } from './read-all-urls.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 5;

/** What is known of a crawl when a level is done. */
interface Known {
  readonly frontier: Frontier;
  /** The number of the first URL of the last level. */
  readonly firstOfLevel: number;
  readonly pagesDone: number;
  readonly areImagesDone: boolean;
}

/**
 * The step `expand`, when all URLs of a level are done. If some were no pages, and others were left out for the limit
 * of pages, it requests those. Otherwise it finds the next level: first the pages to which links and redirects lead,
 * level by level; when there are none left, those in the sitemaps, and what they lead to; at last some images. When
 * there is nothing left to request, it goes on to `finish`.
 *
 * It does the same again if it was interrupted: what it stores depends only on the URLs of earlier levels.
 *
 * @throws the reason of the signal, and the errors of the store.
 */
export async function expandCrawl(
  context: Context,
  claimed: ClaimedCrawl,
  { sites, signal }: CrawlTools,
): Promise<void> {
  const { ownerId, crawl, lease } = claimed;
  const { source } = crawl;
  const { opened, isIncluded } = await sites.get(crawl);
  const { siteFacts, variants } = opened;
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }), signal);
  const known = await readKnown(context, crawl.id, slices, {
    origin: siteFacts.origin,
    variants: new Set(variants),
    maxPages: crawl.maxPages,
    isIncluded,
    isAllowed: (url) => isCrawlAllowed(siteFacts, url, context.network.userAgent),
    listed: source === 'links' ? new Set() : siteFacts.sitemaps.listed,
  });
  const step = { context, crawlId: crawl.id, lease, slices };
  if (await refillLevel(step, known)) return endStep(step, 'pages');
  if (known.areImagesDone) return endStep(step, 'finish');
  if (source !== 'sitemap' && (await expandLinks(step, known))) return endStep(step, 'pages');
  if (source !== 'links' && (await expandListed(step, known))) return endStep(step, 'pages');
  if (await expandImages(step, known)) return endStep(step, 'pages');
  return endStep(step, 'finish');
}

/** What every part of the step works with. */
interface Step {
  readonly context: Context;
  readonly crawlId: number;
  readonly lease: CrawlLease;
  readonly slices: TimeSlices;
}

async function readKnown(
  context: Context,
  crawlId: number,
  slices: TimeSlices,
  scope: FrontierScope,
): Promise<Known> {
  const frontier = emptyFrontier(scope);
  let firstOfLevel = 1;
  let pagesDone = 0;
  let areImagesDone = false;
  /** URLs of which it is not known yet whether later ones were requested. */
  let waiting: CrawledUrl[] = [];
  const query = { outlines: false, after: 0, limit: urlsAtOnce };
  for await (const row of readAllUrls(context.store, crawlId, query)) {
    if (slices.isOver()) await slices.next();
    waiting.push(row);
    if (!isFinished(row) && row.level !== frontier.level) continue;
    if (row.level !== frontier.level) {
      firstOfLevel = waiting.find(({ level }) => level === row.level)?.id ?? row.id;
    }
    for (const url of waiting) addKnown(frontier, url);
    waiting = [];
    if (row.state === 'done' && row.kind === 'page') pagesDone += 1;
    if (row.kind === 'image') areImagesDone = true;
  }
  return { frontier, firstOfLevel, pagesDone, areImagesDone };
}

/** Requests other URLs of the last level in place of those that are no pages. Returns whether there is one. */
async function refillLevel(
  { context, lease, slices }: Step,
  { frontier }: Known,
): Promise<boolean> {
  const urls = await runInSlices(refill(frontier), slices);
  for (let start = 0; start < urls.length; start += addedAtOnce) {
    await context.store.crawls.refill(lease, urls.slice(start, start + addedAtOnce));
    await slices.next();
  }
  return urls.some(({ skipReason }) => skipReason === null);
}

/** Finds where the pages of the last level lead to. Returns whether there is a page to request. */
async function expandLinks(step: Step, { frontier, firstOfLevel }: Known): Promise<boolean> {
  // No URL is added any more, and reading the links of many pages takes long.
  if (isFull(frontier)) return false;
  const { context, crawlId, slices } = step;
  const candidates = noCandidates();
  const { level } = frontier;
  const query = { outlines: true, after: firstOfLevel - 1, limit: outlinesAtOnce };
  for await (const row of readAllUrls(context.store, crawlId, query)) {
    if (row.level !== level) break;
    if (slices.isOver()) await slices.next();
    addTargets(frontier, candidates, row);
    if (isOverfull(candidates, frontier))
      await runInSlices(keepFirst(frontier, candidates), slices);
  }
  return addLevel(step, frontier, await runInSlices(nextLevel(frontier, candidates), slices));
}

/** Adds the pages of the sitemaps that no link leads to. Returns whether there is one to request. */
async function expandListed(step: Step, { frontier }: Known): Promise<boolean> {
  const candidates = noCandidates();
  await runInSlices(addListed(frontier, candidates), step.slices);
  const rows = await runInSlices(nextLevel(frontier, candidates), step.slices);
  return addLevel(step, frontier, rows);
}

async function expandImages(step: Step, { frontier, pagesDone }: Known): Promise<boolean> {
  const { context, crawlId, slices } = step;
  const uses = noImages();
  const query = { outlines: true, after: 0, limit: outlinesAtOnce };
  for await (const row of readAllUrls(context.store, crawlId, query)) {
    if (slices.isOver()) await slices.next();
    addImages(frontier, uses, row);
  }
  const rows = await runInSlices(imageLevel(frontier, uses, pagesDone), slices);
  return addLevel(step, frontier, rows);
}

/** Outlines to read at once: an ordinary one is a kilobyte, and a large one 200. */
const outlinesAtOnce = 50;

/** How many URLs are stored at once: on SQLite, that blocks the event loop for some milliseconds. */
const addedAtOnce = 250;

/** Stores a level. Returns whether it has a URL to request; without one, the next level can follow at once. */
async function addLevel(
  { context, lease, slices }: Step,
  frontier: Frontier,
  rows: readonly NewCrawlUrl[],
): Promise<boolean> {
  for (let start = 0; start < rows.length; start += addedAtOnce) {
    await context.store.crawls.addUrls(lease, rows.slice(start, start + addedAtOnce));
    await slices.next();
  }
  if (rows.length > 0) frontier.level += 1;
  return rows.some(({ skipReason }) => skipReason === null);
}

async function endStep({ context, lease }: Step, next: 'pages' | 'finish'): Promise<void> {
  if (!(await context.store.crawls.endStep(lease, next, context.now()))) return;
  await announceJobs(context, next === 'pages' ? context.crawls.perHost : 1);
}
