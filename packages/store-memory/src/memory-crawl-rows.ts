import type { Crawl, CrawlProgress, Result, SkipReason } from '@sitegrade/core';
import { compareCodePoints } from '@sitegrade/core/internal';
import type { CrawlLease, FoundUrl, NewCrawlUrl } from '@sitegrade/core/store';
import { insertEvent } from './memory-outbox.ts';
import type { CrawlPageRow, CrawlRow, MemoryTables } from './memory-tables.ts';

/** The number of a UTC day since 1970. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / 86_400_000);
}

export function insertUrls(
  tables: MemoryTables,
  crawlId: number,
  urls: readonly NewCrawlUrl[],
): void {
  const rows = tables.crawlPages.get(crawlId) ?? [];
  tables.crawlPages.set(crawlId, rows);
  const { byUrl } = urlIndexOf(rows);
  const isNew = ({ id }: NewCrawlUrl) => id > rows.length;
  if (urls.some((url) => isNew(url) && byUrl.has(url.url))) {
    throw new Error('The crawl has this URL under another number.');
  }
  for (const url of urls) {
    if (!isNew(url)) continue;
    if (url.id !== rows.length + 1) throw new Error('The numbers of the URLs have a gap.');
    rows.push({
      ...url,
      state: url.skipReason === null ? 'queued' : 'skipped',
      error: null,
      inlinks: null,
      httpStatus: null,
      location: null,
      title: null,
      score: null,
      result: null,
      isUnchanged: false,
      details: null,
      outline: null,
      reading: null,
      isDifferent: false,
      lease: null,
      lost: 0,
      putBacks: 0,
    });
  }
}

/** Skips what is queued, or what is running. */
export function skip(tables: MemoryTables, crawlId: number, state: 'queued' | 'running'): void {
  for (const page of urlsOf(tables, crawlId)) {
    if (page.state !== state) continue;
    changeUrl(tables, crawlId, page.id, { state: 'skipped', skipReason: 'ended', lease: null });
  }
}

/** The crawl whose step this lease is for, if the lease has not ended. */
export function leasedStep(tables: MemoryTables, lease: CrawlLease): CrawlRow | undefined {
  if (lease.page !== null) return undefined;
  return tables.crawls.find(
    (row) => row.id === lease.crawlId && row.endedAt === null && row.lease?.token === lease.token,
  );
}

/** The page that this lease is for, if the lease has not ended. */
export function leasedPage(tables: MemoryTables, { crawlId, page: id, token }: CrawlLease) {
  const row = tables.crawls.find((crawl) => crawl.id === crawlId);
  const page = id === null ? undefined : urlsOf(tables, crawlId)[id - 1];
  if (row === undefined || row.endedAt !== null || page?.lease?.token !== token) return undefined;
  return { row, page };
}

export function moveToStep(
  tables: MemoryTables,
  row: CrawlRow,
  next: NonNullable<CrawlRow['step']> | 'pages',
): void {
  if (next === 'finish') skip(tables, row.id, 'queued');
  const after = { ...row, step: next === 'pages' ? null : next, lease: null, lost: 0 };
  replace(tables, after);
  expandIfPagesEnded(tables, after);
}

/** After its last page, a crawl is at the step `expand`. */
export function expandIfPagesEnded(tables: MemoryTables, row: CrawlRow): void {
  if (row.step !== null) return;
  const isPageOpen = urlsOf(tables, row.id).some(
    ({ state }) => state === 'queued' || state === 'running',
  );
  if (!isPageOpen) moveToStep(tables, row, 'expand');
}

/** Ends a crawl and its pages, and gives back the pages that it did not request. */
export function endRow(tables: MemoryTables, row: CrawlRow, now: Date): void {
  skip(tables, row.id, 'queued');
  skip(tables, row.id, 'running');
  replace(tables, { ...row, endedAt: now, lease: null });
  if (row.status !== 'canceled') {
    insertEvent(tables, row.ownerId, { kind: 'crawl', crawlId: row.id }, now);
  }
  const { done, redirected, failed, skipped } = progressOf(tables, row.id);
  const requested = done + redirected + failed + (skipped.not_html ?? 0);
  const days = tables.crawlDays.get(row.ownerId);
  const day = dayOf(row.createdAt);
  const before = days?.get(day);
  if (before !== undefined) days?.set(day, before - Math.max(0, row.maxPages - requested));
}

export function replace(tables: MemoryTables, row: CrawlRow): void {
  tables.crawls = tables.crawls.map((other) => (other.id === row.id ? row : other));
}

/** The URLs of a crawl, which never change. They are sorted when they are read: at each insertion would be too often. */
interface UrlIndex {
  readonly byUrl: Map<string, FoundUrl>;
  sorted: readonly FoundUrl[];
}

const urlIndexes = new WeakMap<readonly CrawlPageRow[], UrlIndex>();

export function urlIndexOf(rows: readonly CrawlPageRow[]): UrlIndex {
  const index = urlIndexes.get(rows) ?? { byUrl: new Map<string, FoundUrl>(), sorted: [] };
  urlIndexes.set(rows, index);
  for (const { id, url } of rows.slice(index.byUrl.size)) index.byUrl.set(url, { id, url });
  return index;
}

export function sortedUrlsOf(rows: readonly CrawlPageRow[]): readonly FoundUrl[] {
  const index = urlIndexOf(rows);
  if (index.sorted.length < rows.length) {
    index.sorted = [...index.byUrl.values()].sort((a, b) => compareCodePoints(a.url, b.url));
  }
  return index.sorted;
}

/** The index of the first URL after this one. */
export function firstAfter(sorted: readonly FoundUrl[], url: string): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(sorted[middle]?.url ?? '', url) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function urlsOf(tables: MemoryTables, crawlId: number): readonly CrawlPageRow[] {
  return tables.crawlPages.get(crawlId) ?? [];
}

export function changeUrl(
  { crawlPages }: MemoryTables,
  crawlId: number,
  id: number,
  change: Partial<CrawlPageRow>,
): void {
  const rows = crawlPages.get(crawlId);
  const row = rows?.[id - 1];
  if (rows && row) rows[id - 1] = { ...row, ...change };
}

function progressOf(tables: MemoryTables, crawlId: number): CrawlProgress {
  const pages = urlsOf(tables, crawlId).filter(({ kind }) => kind === 'page');
  const countOf = (state: CrawlPageRow['state']) =>
    pages.filter((page) => page.state === state).length;
  const skipped: Partial<Record<SkipReason, number>> = {};
  const results: Record<Result, number> = { good: 0, decent: 0, bad: 0 };
  for (const { skipReason, result } of pages) {
    if (skipReason !== null) skipped[skipReason] = (skipped[skipReason] ?? 0) + 1;
    if (result !== null) results[result] += 1;
  }
  return {
    discovered: pages.length,
    queued: countOf('queued'),
    running: countOf('running'),
    done: countOf('done'),
    unchanged: pages.filter(({ isUnchanged }) => isUnchanged).length,
    redirected: countOf('redirected'),
    failed: countOf('failed'),
    skipped,
    results,
    scoreSum: pages.reduce((sum, { score }) => sum + (score ?? 0), 0),
  };
}

export function toCrawl(tables: MemoryTables, row: CrawlRow): Crawl {
  const { ownerId: _, host: _1, delayMs: _2, step: _3, lease: _4, lost: _5, ...shown } = row;
  const { refusals: _6, lastClaim: _7, stopped: _8, site: _9, issues: _10, ...others } = shown;
  const { isAdmitted: _11, activeMs: _12, countedUntil: _13, lastPageAt: _14, ...more } = others;
  const { generation: _15, basis: _16, frontier: _17, shape: _18, ...crawl } = more;
  return structuredClone({ ...crawl, progress: progressOf(tables, row.id) });
}
