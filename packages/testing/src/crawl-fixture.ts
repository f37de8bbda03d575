import {
  type Crawl,
  type CrawlPageSummary,
  type CrawlProgress,
  type CrawlShape,
  detailsOf,
  type Result,
  type SkipReason,
} from '@sitegrade/core';
import type {
  BegunCrawl,
  ClaimedCrawl,
  CrawlClaim,
  CrawlLease,
  CrawlPageOutcome,
  NewCrawl,
  NewCrawlUrl,
  PageOutline,
  Store,
} from '@sitegrade/core/store';
import { expect } from 'vitest';
import { jobError, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';

let lastToken = 0;

/** A crawl of `https://example.com/` to insert. */
export function newCrawl(part: Partial<NewCrawl> = {}): NewCrawl {
  return {
    ownerId: 'owner-1',
    url: 'https://example.com/',
    host: 'example.com',
    maxPages: 100,
    include: [],
    exclude: [],
    source: 'both',
    createdAt: new Date(),
    maxRunning: 1_000,
    maxAdmitted: 10_000,
    maxPagesPerDay: 100_000,
    ...part,
  };
}

/** The shape of a crawl without pages. */
export function newShape(part: Partial<CrawlShape> = {}): CrawlShape {
  const root = { name: '', pages: 0, scoreSum: 0, folders: [] };
  return { depths: [], scores: Array.from({ length: 10 }, () => 0), statuses: [], root, ...part };
}

/** Inserts a crawl. */
export async function createCrawl(store: Store, part: Partial<NewCrawl> = {}): Promise<Crawl> {
  const creation = await store.crawls.create(newCrawl(part));
  if (creation.outcome !== 'created') throw new Error('A quota is exceeded.');
  return creation.crawl;
}

/** A claim with its own token. */
export function newCrawlClaim(part: Partial<CrawlClaim> = {}): CrawlClaim {
  lastToken += 1;
  return {
    token: `crawl-token-${lastToken}`,
    pageLeaseMs: oneDay,
    stepLeaseMs: oneDay,
    perHost: 2,
    maxAttempts: 3,
    now: new Date(),
    ...part,
  };
}

/** Claims the next piece of work, which there must be. */
export async function claimWork(
  store: Store,
  part: Partial<CrawlClaim> = {},
): Promise<ClaimedCrawl> {
  const claimed = await store.crawls.claim(newCrawlClaim(part));
  if (claimed === undefined) throw new Error('There is no work.');
  return claimed;
}

/** Ends an attempt at a page. Returns whether its lease had not ended. */
export async function endPage(
  store: Store,
  lease: CrawlLease,
  outcome: CrawlPageOutcome = doneOutcome(),
): Promise<boolean> {
  return (await store.crawls.endPage(lease, outcome, new Date())).isEnded;
}

/** URLs to insert, `https://example.com/1` for the first. */
export function newUrls(
  first: number,
  count: number,
  part: Partial<NewCrawlUrl> = {},
): readonly NewCrawlUrl[] {
  return Array.from({ length: count }, (_, index) => ({
    id: first + index,
    url: `https://example.com/${first + index}`,
    kind: 'page',
    level: 0,
    depth: 0,
    inSitemap: false,
    skipReason: null,
    ...part,
  }));
}

/** What a start has found: one page. */
export function newBegun(part: Partial<BegunCrawl> = {}): BegunCrawl {
  const { defaultPrivacy, websiteShareToken } = newReport();
  return {
    domain: 'example.com',
    origin: 'https://example.com',
    host: 'example.com',
    delayMs: 0,
    rulesetVersion: '1',
    site: Buffer.from([1, 2, 3]),
    urls: newUrls(1, 1),
    defaultPrivacy,
    websiteShareToken,
    now: new Date(),
    ...part,
  };
}

/** Inserts a crawl and ends its step `start`. */
export async function beginCrawl(
  store: Store,
  { crawl = {}, ...begun }: Partial<BegunCrawl> & { readonly crawl?: Partial<NewCrawl> } = {},
): Promise<Crawl> {
  const { host = 'example.com' } = begun;
  const { id } = await createCrawl(store, { host, ...crawl });
  const { lease, ownerId } = await claimWork(store, { crawlId: id });
  expect(await store.crawls.begin(lease, newBegun(begun))).toBe(true);
  return crawlOf(store, id, ownerId);
}

/** The crawl with this id, which there must be. */
export async function crawlOf(store: Store, id: number, ownerId = 'owner-1'): Promise<Crawl> {
  const crawl = await store.crawls.find(ownerId, id);
  if (crawl === undefined) throw new Error('The crawl is missing.');
  return crawl;
}

/** The outline of a page. */
export function newOutline(part: Partial<PageOutline> = {}): PageOutline {
  return {
    title: 'Example',
    description: null,
    h1: 'Ünïcode 語 \u{1F600}',
    language: 'en',
    words: 120,
    textHash: 'a1b2',
    minHash: null,
    noindex: false,
    nofollow: false,
    canonical: 'https://example.com/',
    alternates: [{ hreflang: 'de', url: 'https://example.com/de' }],
    links: [{ url: 'https://example.com/2', text: 'Two', nofollow: false }],
    images: ['https://example.com/a.png'],
    externalLinks: 3,
    isCut: false,
    findings: {
      title: { status: 'warn', gain: 1.5, summary: 'The title is short.' },
      words: 'fail',
    },
    ...part,
  };
}

/** The outcome of a page that is done. */
export function doneOutcome(
  score = 80,
  result: Result = 'good',
): Extract<CrawlPageOutcome, { kind: 'done' }> {
  const report = newReport();
  return {
    kind: 'done',
    httpStatus: 200,
    title: `Title ${score}`,
    score,
    result,
    details: detailsOf(report),
    rulesetVersion: '1',
    rulesetChecks: report.rulesetChecks ?? [],
    outline: newOutline({ words: score }),
  };
}

/** An outcome of each kind. */
export const outcomes: readonly CrawlPageOutcome[] = [
  doneOutcome(),
  doneOutcome(30, 'bad'),
  { kind: 'redirected', httpStatus: 301, location: 'https://example.com/other' },
  { kind: 'failed', httpStatus: 404, error: jobError, isRefusal: false },
  { kind: 'failed', httpStatus: null, error: jobError, isRefusal: true },
  { kind: 'skipped', httpStatus: 200, skipReason: 'not_html' },
  { kind: 'skipped', httpStatus: null, skipReason: 'robots_txt' },
  { kind: 'found', httpStatus: 200 },
  { kind: 'put_back', delayMs: 0 },
  { kind: 'given_back' },
];

/** All pages of a crawl by number. */
export async function pagesOf(
  store: Store,
  crawlId: number,
  ownerId = 'owner-1',
): Promise<readonly CrawlPageSummary[]> {
  const query = { start: { page: 1 }, perPage: 10_000, sortBy: 'id', sort: 'asc' } as const;
  const pages = await store.crawls.listPages(ownerId, crawlId, query);
  if (pages === undefined) throw new Error('The crawl is missing.');
  expect(pages.total).toBe(pages.rows.length);
  return pages.rows;
}

/** Expects that the progress of a crawl equals its pages. */
export async function expectExactProgress(
  store: Store,
  crawlId: number,
  ownerId = 'owner-1',
): Promise<void> {
  const { progress } = await crawlOf(store, crawlId, ownerId);
  expect(progress).toEqual(progressOf(await pagesOf(store, crawlId, ownerId)));
}

function progressOf(pages: readonly CrawlPageSummary[]): CrawlProgress {
  const count = (isCounted: (page: CrawlPageSummary) => boolean) => pages.filter(isCounted).length;
  const ofState = (wanted: CrawlPageSummary['state']) => count(({ state }) => state === wanted);
  const ofResult = (wanted: Result) => count(({ result }) => result === wanted);
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const { state, skipReason } of pages) {
    expect(state === 'skipped').toBe(skipReason !== null);
    if (skipReason) skipped[skipReason] = (skipped[skipReason] ?? 0) + 1;
  }
  return {
    discovered: pages.length,
    queued: ofState('queued'),
    running: ofState('running'),
    done: ofState('done'),
    unchanged: count(({ isUnchanged }) => isUnchanged),
    redirected: ofState('redirected'),
    failed: ofState('failed'),
    skipped,
    results: { good: ofResult('good'), decent: ofResult('decent'), bad: ofResult('bad') },
    scoreSum: pages.reduce((sum, { score }) => sum + (score ?? 0), 0),
  };
}
