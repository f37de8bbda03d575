import { isDeepStrictEqual } from 'node:util';
import type { CrawledUrl, CrawlPage, CrawlPageSummary } from '@sitegrade/core';
import { crawlListing, crawlPageListing, withRuleset } from '@sitegrade/core/internal';
import type { CrawlCreation, CrawlStore, NewCrawl } from '@sitegrade/core/store';
import { firstFrontier, pageFindings } from '@sitegrade/core/store';
import { completeAttempt, isInProgress } from './memory-attempts.ts';
import {
  changeUrl,
  dayOf,
  endRow,
  firstAfter,
  insertUrls,
  leasedPage,
  leasedStep,
  moveToStep,
  replace,
  sortedUrlsOf,
  toCrawl,
  urlIndexOf,
  urlsOf,
} from './memory-crawl-rows.ts';
import { claim, counted, earlierPage, endPage, leaseOf } from './memory-crawl-visits.ts';
import { deleteCrawlRow, deleteCrawlUrls } from './memory-deletion.ts';
import { listInMemory } from './memory-listing.ts';
import {
  type CrawlPageRow,
  type CrawlRow,
  findOrCreateWebsite,
  isOwned,
  type MemoryTables,
} from './memory-tables.ts';

/** The crawls of a memory store. */
export function memoryCrawls(tables: MemoryTables): CrawlStore {
  const findRow = (ownerId: string, id: number) => tables.crawls.find(isOwned(ownerId, id));
  return {
    async create(crawl, attempt) {
      if (attempt && !tables.attempts.some(isInProgress(attempt))) return { outcome: 'key_lost' };
      const creation = createCrawl(tables, crawl);
      if (attempt && creation.outcome === 'created') {
        completeAttempt(tables, attempt, { kind: 'crawl', id: creation.crawl.id });
      }
      return creation;
    },
    async find(ownerId, id) {
      const row = findRow(ownerId, id);
      return row && toCrawl(tables, row);
    },
    async list(ownerId, query) {
      const crawls = tables.crawls
        .filter((row) => row.ownerId === ownerId)
        .map((row) => toCrawl(tables, row));
      return listInMemory(crawls, query, crawlListing);
    },
    async listPages(ownerId, crawlId, query) {
      if (!findRow(ownerId, crawlId)) return undefined;
      const pages = urlsOf(tables, crawlId).filter(({ kind }) => kind === 'page');
      return listInMemory(pages.map(toSummary), query, crawlPageListing);
    },
    async findPage(ownerId, crawlId, id) {
      const row = findRow(ownerId, crawlId) && urlsOf(tables, crawlId)[id - 1];
      return row?.kind === 'page' ? toPage(row) : undefined;
    },
    async shape(ownerId, crawlId) {
      const row = findRow(ownerId, crawlId);
      return row && structuredClone(row.shape);
    },
    async issues(ownerId, crawlId) {
      const row = findRow(ownerId, crawlId);
      return row && structuredClone(row.issues);
    },
    async findPrevious(ownerId, { id, websiteId }) {
      const row = tables.crawls.findLast(
        (other) =>
          other.ownerId === ownerId &&
          other.id < id &&
          other.status === 'done' &&
          other.websiteId !== null &&
          other.websiteId === websiteId,
      );
      return row && toCrawl(tables, row);
    },
    async findPredecessor(crawlId, { domain, origin }) {
      const row = tables.crawls.find(({ id }) => id === crawlId);
      const found = row && tables.crawls.findLast(isPredecessorOf(row, domain, origin));
      if (!found || found.basis === null) return undefined;
      const { id, rulesetVersion, generation, basis } = found;
      return { id, rulesetVersion, generation, basis };
    },
    async findEarlier(crawlId, page) {
      const row = tables.crawls.find(({ id }) => id === crawlId);
      const number = row?.previousId
        ? urlsOf(tables, row.previousId).findIndex(
            ({ kind, url }) => kind === 'page' && url === page.url,
          ) + 1
        : 0;
      const earlier = row && earlierPage(tables, row, page.id, number);
      if (!row || !earlier) return undefined;
      return { id: number, reading: earlier.reading, generation: row.generation };
    },
    async readUrls(crawlId, query) {
      if (!tables.crawls.some(({ id }) => id === crawlId)) return [];
      const rows = urlsOf(tables, crawlId);
      if ('outlines' in query) {
        const { after, limit, outlines } = query;
        return rows.slice(after, after + limit).map((row) => toUrl(row, outlines));
      }
      const { after, limit } = query;
      const sorted = sortedUrlsOf(rows);
      const start = firstAfter(sorted, after);
      return sorted.slice(start, start + limit).flatMap(({ id }) => {
        const row = rows[id - 1];
        return row ? [toUrl(row, false)] : [];
      });
    },
    async readChangedDetails(from, to, pages) {
      const isMissing = (id: number) => !tables.crawls.some((row) => row.id === id);
      if (isMissing(from) || isMissing(to)) return [];
      const [earlier, later] = [urlsOf(tables, from), urlsOf(tables, to)];
      return pages.flatMap((page) => {
        const before = earlier[page.from - 1]?.details;
        const { details: after, isUnchanged } = later[page.to - 1] ?? {};
        if (!before || !after || (isUnchanged && isDeepStrictEqual(before, after))) return [];
        return [{ ...page, ...structuredClone({ before, after }) }];
      });
    },
    async findUrls(crawlId, urls) {
      if (!tables.crawls.some(({ id }) => id === crawlId)) return [];
      const { byUrl } = urlIndexOf(urlsOf(tables, crawlId));
      return urls.flatMap((url) => byUrl.get(url) ?? []);
    },
    async readSite(crawlId) {
      return tables.crawls.find(({ id }) => id === crawlId)?.site ?? undefined;
    },
    async admit(maxAdmitted) {
      return admit(tables, maxAdmitted);
    },
    async claim(query) {
      return claim(tables, query);
    },
    async renew(lease, leaseMs, now) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      replace(tables, { ...counted(row, now), lease: leaseOf({ ...lease, now }, leaseMs) });
      return true;
    },
    async begin(lease, begun) {
      const row = leasedStep(tables, lease);
      if (row === undefined || row.step !== 'start') return false;
      const { domain, origin, host, delayMs, rulesetVersion, site } = begun;
      const website = findOrCreateWebsite(tables, {
        ...begun,
        ownerId: row.ownerId,
        createdAt: begun.now,
      });
      insertUrls(tables, row.id, begun.urls);
      const opened = {
        domain,
        origin,
        host,
        delayMs,
        rulesetVersion,
        site: site.slice(),
        frontier: firstFrontier(begun.urls),
      };
      const after = {
        ...counted(row, begun.now),
        ...opened,
        ...begun.keeping,
        websiteId: website.id,
      };
      moveToStep(tables, after, 'pages');
      return true;
    },
    async endPage(lease, outcome, now, query) {
      const isEnded = endPage(tables, lease, outcome, now);
      const { crawlId, page } = lease;
      const next = query && page !== null && claim(tables, { ...query, now, crawlId });
      return { isEnded, ...(next && { next }) };
    },
    async addUrls(lease, urls) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      insertUrls(tables, row.id, urls);
      return true;
    },
    async refill(lease, urls) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      for (const { id, skipReason } of urls) {
        const page = urlsOf(tables, row.id)[id - 1];
        if (page?.state !== 'skipped' || page.skipReason !== 'max_pages') continue;
        // A crawl that is closed has no queued pages.
        const isClosed = row.step === 'finish';
        const change =
          skipReason === null && !isClosed
            ? ({ state: 'queued', skipReason } as const)
            : { skipReason: skipReason ?? ('ended' as const) };
        changeUrl(tables, row.id, id, change);
      }
      return true;
    },
    async setLinks(lease, links) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      for (const { id, depth, inlinks } of links) changeUrl(tables, row.id, id, { depth, inlinks });
      return true;
    },
    async revisePages(lease, pages) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      for (const { id, score, result, details, outline } of pages) {
        const page = urlsOf(tables, row.id)[id - 1];
        if (page?.kind !== 'page' || page.state !== 'done') continue;
        changeUrl(tables, row.id, id, { score, result, ...structuredClone({ details, outline }) });
      }
      return true;
    },
    async endStep(lease, next, now, frontier) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      const after = { ...counted(row, now), frontier: frontier ?? row.frontier };
      if (next === 'given_back') replace(tables, { ...after, lease: null });
      else moveToStep(tables, after, next);
      return true;
    },
    async stop(lease, end, now) {
      const row = leasedStep(tables, lease) ?? leasedPage(tables, lease)?.row;
      if (row === undefined || row.step === 'start' || row.step === 'finish') return false;
      moveToStep(tables, { ...counted(row, now), stopped: end }, 'finish');
      return true;
    },
    async end(lease, ended, now) {
      const row = leasedStep(tables, lease);
      if (row === undefined) return false;
      const { status, end } = ended;
      if (status === 'done') {
        const { score, result } = ended;
        const rulesetVersion = withRuleset(row.rulesetVersion, ended.rulesetVersion);
        const { issues, shape } = structuredClone(ended);
        endRow(tables, { ...row, status, end, score, result, rulesetVersion, issues, shape }, now);
      } else {
        endRow(tables, { ...row, status, end, error: ended.error }, now);
      }
      return true;
    },
    async cancel(ownerId, id, now) {
      const row = findRow(ownerId, id);
      if (row === undefined) return undefined;
      const isNew = row.endedAt === null;
      if (isNew) endRow(tables, { ...row, status: 'canceled' }, now);
      return { crawl: toCrawl(tables, findRow(ownerId, id) ?? row), isNew };
    },
    async delete(ownerId, id) {
      if (!findRow(ownerId, id)) return false;
      deleteCrawlRow(tables, id);
      return true;
    },
    async deleteOutdated({ ownerId, createdBefore, keepPerWebsite, limit }) {
      const isOutdated = (row: CrawlRow): boolean => {
        if (createdBefore !== undefined && row.createdAt < createdBefore) return true;
        if (keepPerWebsite === undefined || row.websiteId === null) return false;
        const newer = tables.crawls.filter(
          ({ id, websiteId }) => id > row.id && websiteId === row.websiteId,
        );
        return newer.length >= keepPerWebsite;
      };
      const outdated = tables.crawls
        .filter((row) => row.ownerId === (ownerId ?? row.ownerId) && row.endedAt !== null)
        .filter(isOutdated);
      const part = outdated.slice(0, limit);
      for (const { id } of part) deleteCrawlRow(tables, id);
      return { deleted: part.length, isDone: part.length === outdated.length };
    },
    async deleteHidden(ownerId) {
      return deleteCrawlUrls(tables, ownerId);
    },
    async countUnended() {
      return tables.crawls.filter(({ endedAt }) => endedAt === null).length;
    },
  };
}

/** When a page of the crawl that has been running longest last ended, in milliseconds since 1970. */
export function lastPageOfOldest({ crawls }: MemoryTables): number | undefined {
  const [oldest] = crawls
    .filter(({ status }) => status === 'running')
    .sort((a, b) => Number(a.startedAt) - Number(b.startedAt) || a.id - b.id);
  return oldest && (oldest.lastPageAt ?? oldest.startedAt)?.getTime();
}

/** When the crawls that have not ended are due, in milliseconds since 1970; 0 for at once. */
export function dueTimesOfCrawls(tables: MemoryTables): readonly number[] {
  return tables.crawls
    .filter(({ endedAt, isAdmitted }) => endedAt === null && isAdmitted)
    .map((row) => {
      const hostAt = tables.hosts.get(row.host)?.getTime() ?? 0;
      const stepAt = row.lease?.endsAt.getTime() ?? 0;
      if (row.step !== null) return row.step === 'start' ? Math.max(stepAt, hostAt) : stepAt;
      const pages = urlsOf(tables, row.id).filter(
        ({ state }) => state === 'queued' || state === 'running',
      );
      return Math.max(hostAt, Math.min(...pages.map(({ lease }) => lease?.endsAt.getTime() ?? 0)));
    });
}

/** Inserts a crawl, unless a quota would be exceeded. */
export function createCrawl(
  tables: MemoryTables,
  crawl: NewCrawl,
): Exclude<CrawlCreation, { readonly outcome: 'key_lost' }> {
  const { maxRunning, maxAdmitted, maxPagesPerDay, recrawl = 'all', ...given } = crawl;
  const { ownerId, maxPages, createdAt } = crawl;
  const running = tables.crawls.filter(
    (row) => row.ownerId === ownerId && row.endedAt === null,
  ).length;
  if (running + 1 > maxRunning) {
    return { outcome: 'quota_exceeded', quota: 'runningCrawls', used: running };
  }
  const days = tables.crawlDays.get(ownerId) ?? new Map<number, number>();
  const used = days.get(dayOf(createdAt)) ?? 0;
  if (used + maxPages > maxPagesPerDay) {
    return { outcome: 'quota_exceeded', quota: 'crawlPagesPerDay', used };
  }
  tables.crawlDays.set(ownerId, days.set(dayOf(createdAt), used + maxPages));
  tables.lastIds.crawl += 1;
  const row: CrawlRow = {
    ...structuredClone(given),
    recrawl,
    id: tables.lastIds.crawl,
    websiteId: null,
    previousId: null,
    fullReason: null,
    generation: 0,
    basis: null,
    domain: null,
    origin: null,
    status: 'queued',
    end: null,
    error: null,
    score: null,
    result: null,
    rulesetVersion: null,
    startedAt: null,
    endedAt: null,
    delayMs: 0,
    step: 'start',
    lease: null,
    lost: 0,
    lastPageAt: null,
    refusals: 0,
    lastClaim: 0,
    isAdmitted: false,
    activeMs: 0,
    countedUntil: 0,
    stopped: null,
    site: null,
    frontier: null,
    issues: [],
    shape: null,
  };
  tables.crawls = [...tables.crawls, row];
  admit(tables, maxAdmitted);
  return { outcome: 'created', crawl: toCrawl(tables, row) };
}

/** How many crawls are admitted at once. */
const admittedAtOnce = 100;

/** Admits crawls that wait, while there is room. */
function admit(tables: MemoryTables, maxAdmitted: number): number {
  const running = () => tables.crawls.filter((row) => row.endedAt === null && row.isAdmitted);
  for (let admitted = 0; ; admitted += 1) {
    const others = running();
    const ofOwner = ({ ownerId }: CrawlRow) =>
      others.filter((other) => other.ownerId === ownerId).length;
    const [next] = tables.crawls
      .filter((row) => row.endedAt === null && !row.isAdmitted)
      .sort((a, b) => ofOwner(a) - ofOwner(b) || a.id - b.id);
    if (next === undefined || others.length >= maxAdmitted || admitted === admittedAtOnce) {
      return admitted;
    }
    // After all other crawls, so that creating crawls again and again does not delay others.
    const lastClaim = Math.max(0, ...others.map((other) => other.lastClaim));
    replace(tables, { ...next, isAdmitted: true, lastClaim });
  }
}

function isPredecessorOf(
  { id, ownerId, maxPages, ...row }: CrawlRow,
  domain: string,
  origin: string,
) {
  const scopeOf = ({
    source,
    include,
    exclude,
  }: Pick<CrawlRow, 'source' | 'include' | 'exclude'>) =>
    JSON.stringify([source, include, exclude]);
  return (other: CrawlRow): boolean =>
    other.ownerId === ownerId &&
    other.id < id &&
    other.status === 'done' &&
    other.basis !== null &&
    other.domain === domain &&
    other.origin === origin &&
    other.maxPages === maxPages &&
    scopeOf(other) === scopeOf(row);
}

function toSummary(row: CrawlPageRow): CrawlPageSummary {
  const { details: _, ...summary } = toPage(row);
  return summary;
}

/** A copy, so that callers cannot change the stored page. */
function toPage(row: CrawlPageRow): CrawlPage {
  const { kind: _, level: _1, outline, lease: _3, lost: _4, putBacks: _5, ...others } = row;
  const { reading: _6, isDifferent: _7, ...page } = others;
  return structuredClone({ ...page, ...pageFindings(outline) });
}

function toUrl(row: CrawlPageRow, withOutline: boolean): CrawledUrl {
  const { id, url, kind, level, state, skipReason, depth, inSitemap } = row;
  const { httpStatus, location, score } = row;
  const outline = withOutline ? structuredClone(row.outline) : null;
  return {
    id,
    url,
    kind,
    level,
    state,
    skipReason,
    depth,
    inSitemap,
    httpStatus,
    location,
    score,
    outline,
  };
}
