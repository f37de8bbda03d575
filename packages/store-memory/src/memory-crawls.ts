import { isDeepStrictEqual } from 'node:util';
import type {
  Crawl,
  CrawlDepth,
  CrawledUrl,
  CrawlPage,
  CrawlPageSummary,
  CrawlProgress,
  Result,
  SkipReason,
} from '@sitegrade/core';
import {
  compareCodePoints,
  crawlListing,
  crawlPageListing,
  interruptedError,
  withRuleset,
} from '@sitegrade/core/internal';
import type {
  ClaimedCrawl,
  CrawlClaim,
  CrawlCreation,
  CrawlLease,
  CrawlPageOutcome,
  CrawlStore,
  FoundUrl,
  NewCrawl,
  NewCrawlUrl,
} from '@sitegrade/core/store';
import { firstFrontier, pageFindings } from '@sitegrade/core/store';
import { completeAttempt, isInProgress } from './memory-attempts.ts';
import { deleteCrawlRow, deleteCrawlUrls } from './memory-deletion.ts';
import {
  isDelayed,
  isLive,
  isWaitingToStart,
  jobsAtHost,
  pagesAtHost,
  waitingJobs,
} from './memory-hosts.ts';
import { listInMemory } from './memory-listing.ts';
import { insertEvent } from './memory-outbox.ts';
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
    async countDepths(ownerId, crawlId) {
      return findRow(ownerId, crawlId) && countDepths(urlsOf(tables, crawlId));
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
        const issues = structuredClone(ended.issues);
        endRow(tables, { ...row, status, end, score, result, rulesetVersion, issues }, now);
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
  };
  tables.crawls = [...tables.crawls, row];
  admit(tables, maxAdmitted);
  return { outcome: 'created', crawl: toCrawl(tables, row) };
}

/** The number of a UTC day since 1970. */
function dayOf(time: Date): number {
  return Math.floor(time.getTime() / 86_400_000);
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

/** The most time to count at once. */
const maxGapMs = 600_000;

/** The row with the time for which the crawl was active: until now, and for a delay of its host from now on. */
function counted(
  row: CrawlRow,
  now: Date,
  { wasLeased = true, delayMs = 0 }: { wasLeased?: boolean; delayMs?: number } = {},
): CrawlRow {
  const time = now.getTime();
  const { countedUntil } = row;
  const gap = wasLeased ? Math.min(Math.max(0, time - countedUntil), maxGapMs) : 0;
  const delay = Math.max(0, time + delayMs - Math.max(countedUntil, time));
  return {
    ...row,
    activeMs: row.activeMs + gap + delay,
    countedUntil: Math.max(countedUntil, time + delayMs),
  };
}

/** Claims work of the crawl that was served longest ago and has some. */
function claim(tables: MemoryTables, query: CrawlClaim): ClaimedCrawl | undefined {
  const candidates = tables.crawls
    .filter(({ endedAt, isAdmitted }) => endedAt === null && isAdmitted)
    .filter(({ ownerId }) => ownerId !== query.exceptOwner)
    .filter(({ id }) => id === (query.crawlId ?? id))
    .sort(compareLastClaims);
  const waiting = tables.crawls.filter(
    (row) => isWaitingToStart(row, query.now) && row.ownerId !== query.exceptOwner,
  );
  for (const row of candidates) {
    const isBehindStart = waiting.some(
      (other) => other.host === row.host && other.lastClaim <= row.lastClaim,
    );
    if (isBehindStart && row.step === null) continue;
    const claimed = claimWorkOf(tables, row, query);
    if (claimed) return claimed;
  }
  return undefined;
}

/** The crawl that was served longest ago first. */
function compareLastClaims(a: CrawlRow, b: CrawlRow): number {
  return a.lastClaim - b.lastClaim || a.id - b.id;
}

function claimWorkOf(
  tables: MemoryTables,
  row: CrawlRow,
  query: CrawlClaim,
): ClaimedCrawl | undefined {
  if (row.step !== null) return claimStep(tables, row, query);
  const { now } = query;
  let expired = 0;
  for (const page of urlsOf(tables, row.id)) {
    const isExpired = page.state === 'running' && !isLive(page.lease, now);
    if (page.state !== 'queued' && !isExpired) continue;
    if (!mayRequestPage(tables, row.host, query)) return undefined;
    expired += Number(isExpired);
    const lost = page.lost + Number(isExpired);
    if (lost >= query.maxAttempts) {
      changeUrl(tables, row.id, page.id, { state: 'failed', error: interruptedError, lease: null });
      continue;
    }
    const wasLeased = urlsOf(tables, row.id).some((other) => isLive(other.lease, now));
    const lease = leaseOf(query, query.pageLeaseMs);
    changeUrl(tables, row.id, page.id, { state: 'running', lost, lease });
    if (row.delayMs > 0) tables.hosts.set(row.host, new Date(now.getTime() + row.delayMs));
    const { kind, url, depth, putBacks } = page;
    const after = counted(row, now, { wasLeased, delayMs: row.delayMs });
    const work = { kind, url, depth, putBacks };
    return recordClaim(tables, after, query, page.id, work, expired);
  }
  expandIfPagesEnded(tables, row);
  const after = tables.crawls.find(({ id }) => id === row.id);
  return after?.step ? claimStep(tables, after, query) : undefined;
}

function claimStep(
  tables: MemoryTables,
  row: CrawlRow,
  query: CrawlClaim,
): ClaimedCrawl | undefined {
  const { now, maxAttempts, stepLeaseMs } = query;
  const { step } = row;
  if (step === null || isLive(row.lease, now)) return undefined;
  if (urlsOf(tables, row.id).some(({ lease }) => isLive(lease, now))) return undefined;
  if (step === 'start' && !mayStart(tables, row.host, query)) return undefined;
  const expired = Number(row.lease !== null);
  const lost = row.lost + expired;
  if (lost >= maxAttempts) {
    endRow(tables, { ...row, status: 'failed', end: 'interrupted', error: interruptedError }, now);
    const failed = tables.crawls.find(({ id }) => id === row.id) ?? row;
    return toClaimedCrawl(tables, failed, query, null, { kind: 'ended' }, expired);
  }
  // Pages of a stopped crawl whose lease has expired.
  if (step === 'finish') skip(tables, row.id, 'running');
  const lease = leaseOf(query, stepLeaseMs);
  const leased = { ...counted(row, now, { wasLeased: false }), lost, lease };
  const work = { kind: 'step', step, end: row.stopped } as const;
  return recordClaim(tables, leased, query, null, work, expired);
}

function recordClaim(
  tables: MemoryTables,
  row: CrawlRow,
  query: CrawlClaim,
  page: number | null,
  work: ClaimedCrawl['work'],
  expiredLeases: number,
): ClaimedCrawl {
  tables.lastIds.crawlClaim += 1;
  const started: CrawlRow = {
    ...row,
    status: 'running',
    startedAt: row.startedAt ?? query.now,
    lastClaim: tables.lastIds.crawlClaim,
  };
  replace(tables, started);
  return toClaimedCrawl(tables, started, query, page, work, expiredLeases);
}

function toClaimedCrawl(
  tables: MemoryTables,
  row: CrawlRow,
  { token }: CrawlClaim,
  page: number | null,
  work: ClaimedCrawl['work'],
  expiredLeases: number,
): ClaimedCrawl {
  const { ownerId, id: crawlId, refusals, frontier, activeMs } = row;
  const crawl = toCrawl(tables, row);
  return {
    ownerId,
    crawl,
    lease: { crawlId, page, token },
    refusals,
    frontier,
    activeMs,
    work,
    ...(expiredLeases > 0 && { expiredLeases }),
  };
}

function leaseOf({ token, now }: Pick<CrawlClaim, 'token' | 'now'>, ms: number) {
  return { token, endsAt: new Date(now.getTime() + ms) };
}

/** Whether a page may be requested of a host now. */
function mayRequestPage(tables: MemoryTables, host: string, { now, perHost }: CrawlClaim): boolean {
  if (isDelayed(tables, host, now)) return false;
  const { pages, isStarting } = pagesAtHost(tables, host, now);
  const jobs = jobsAtHost(tables, host, now);
  // Neither jobs nor crawls have all places of a host while the others wait.
  const leavesOne = perHost > 1 && jobs === 0 && waitingJobs(tables, host).length > 0;
  return !isStarting && pages + jobs < perHost - Number(leavesOne);
}

/** Whether a crawl may start, which takes all places of the host. */
function mayStart(tables: MemoryTables, host: string, { now }: CrawlClaim): boolean {
  if (isDelayed(tables, host, now)) return false;
  const { pages, isStarting } = pagesAtHost(tables, host, now);
  return !isStarting && pages + jobsAtHost(tables, host, now) === 0;
}

function endPage(
  tables: MemoryTables,
  lease: CrawlLease,
  given: CrawlPageOutcome,
  now: Date,
): boolean {
  const leased = leasedPage(tables, lease);
  if (leased === undefined) return false;
  const { row, page } = leased;
  const outcome =
    given.kind === 'unchanged'
      ? withEarlier(given, earlierPage(tables, row, page.id, given.earlierId))
      : given;
  changeUrl(tables, row.id, page.id, { ...afterAttempt(row, page, outcome), lease: null });
  const delayMs = 'delayMs' in outcome ? (outcome.delayMs ?? 0) : 0;
  if (outcome.kind === 'put_back' || delayMs > 0) {
    const at = Math.max(now.getTime() + delayMs, tables.hosts.get(row.host)?.getTime() ?? 0);
    tables.hosts.set(row.host, new Date(at));
  }
  const isEnd = outcome.kind !== 'put_back' && outcome.kind !== 'given_back';
  const after = {
    ...counted(row, now, { delayMs }),
    ...(isEnd && { lastPageAt: now }),
    refusals: refusalsAfter(row, outcome),
    ...((outcome.kind === 'done' || outcome.kind === 'unchanged') && {
      rulesetVersion: withRuleset(row.rulesetVersion, outcome.rulesetVersion),
    }),
  };
  replace(tables, after);
  expandIfPagesEnded(tables, after);
  return true;
}

/** A page with results that a later crawl may keep. */
type EarlierRow = CrawlPageRow & { readonly reading: string };

/** The page with the same URL in the crawl before. */
function earlierPage(
  tables: MemoryTables,
  { id, ownerId, previousId }: CrawlRow,
  ownNumber: number,
  number: number,
): EarlierRow | undefined {
  const own = urlsOf(tables, id)[ownNumber - 1];
  const previous = tables.crawls.find((row) => row.id === previousId && row.ownerId === ownerId);
  const page = previous && urlsOf(tables, previous.id)[number - 1];
  if (own?.kind !== 'page' || own.isDifferent || page?.url !== own.url) return undefined;
  return page.kind === 'page' && hasReading(page) ? page : undefined;
}

function hasReading(page: CrawlPageRow): page is EarlierRow {
  return page.reading !== null;
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

type Unchanged = Extract<CrawlPageOutcome, { kind: 'unchanged' }>;

/** An outcome with the page whose results it keeps. */
type AttemptOutcome =
  | Exclude<CrawlPageOutcome, Unchanged>
  | (Unchanged & { readonly page: EarlierRow });

/** The page is given back if the earlier one does not exist any more. */
function withEarlier(outcome: Unchanged, page: EarlierRow | undefined): AttemptOutcome {
  return page ? { ...outcome, page } : { kind: 'given_back', isDifferent: true };
}

function afterAttempt(
  { step }: CrawlRow,
  page: CrawlPageRow,
  outcome: AttemptOutcome,
): Partial<CrawlPageRow> {
  const { kind } = outcome;
  if (kind === 'put_back' || kind === 'given_back') {
    // A crawl that was stopped has no queued pages.
    if (step !== null) return { state: 'skipped', skipReason: 'ended' };
    const isDifferent = page.isDifferent || (kind === 'given_back' && outcome.isDifferent === true);
    return { state: 'queued', putBacks: page.putBacks + Number(kind === 'put_back'), isDifferent };
  }
  if (kind === 'done') {
    const { httpStatus, title, score, result, details, outline, reading = null } = outcome;
    const stored = structuredClone({ details, outline });
    return { state: kind, httpStatus, title, score, result, reading, ...stored };
  }
  if (kind === 'unchanged') {
    const { httpStatus, title, score, result, details, outline } = outcome.page;
    const stored = structuredClone({ details, outline });
    const { reading } = outcome;
    return {
      state: 'done',
      isUnchanged: true,
      httpStatus,
      title,
      score,
      result,
      reading,
      ...stored,
    };
  }
  const { httpStatus } = outcome;
  if (kind === 'redirected') return { state: kind, httpStatus, location: outcome.location };
  if (kind === 'failed') {
    return { state: kind, httpStatus, error: structuredClone(outcome.error) };
  }
  if (kind === 'skipped') return { state: kind, httpStatus, skipReason: outcome.skipReason };
  return { state: 'done', httpStatus, outline: structuredClone(outcome.outline ?? null) };
}

function refusalsAfter({ refusals }: CrawlRow, outcome: AttemptOutcome): number {
  if (outcome.kind === 'given_back') return refusals;
  const isRefusal = outcome.kind === 'put_back' || (outcome.kind === 'failed' && outcome.isRefusal);
  return isRefusal ? refusals + 1 : 0;
}

function insertUrls(tables: MemoryTables, crawlId: number, urls: readonly NewCrawlUrl[]): void {
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
function skip(tables: MemoryTables, crawlId: number, state: 'queued' | 'running'): void {
  for (const page of urlsOf(tables, crawlId)) {
    if (page.state !== state) continue;
    changeUrl(tables, crawlId, page.id, { state: 'skipped', skipReason: 'ended', lease: null });
  }
}

/** The crawl whose step this lease is for, if the lease has not ended. */
function leasedStep(tables: MemoryTables, lease: CrawlLease): CrawlRow | undefined {
  if (lease.page !== null) return undefined;
  return tables.crawls.find(
    (row) => row.id === lease.crawlId && row.endedAt === null && row.lease?.token === lease.token,
  );
}

/** The page that this lease is for, if the lease has not ended. */
function leasedPage(tables: MemoryTables, { crawlId, page: id, token }: CrawlLease) {
  const row = tables.crawls.find((crawl) => crawl.id === crawlId);
  const page = id === null ? undefined : urlsOf(tables, crawlId)[id - 1];
  if (row === undefined || row.endedAt !== null || page?.lease?.token !== token) return undefined;
  return { row, page };
}

function moveToStep(
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
function expandIfPagesEnded(tables: MemoryTables, row: CrawlRow): void {
  if (row.step !== null) return;
  const isPageOpen = urlsOf(tables, row.id).some(
    ({ state }) => state === 'queued' || state === 'running',
  );
  if (!isPageOpen) moveToStep(tables, row, 'expand');
}

/** Ends a crawl and its pages, and gives back the pages that it did not request. */
function endRow(tables: MemoryTables, row: CrawlRow, now: Date): void {
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

function replace(tables: MemoryTables, row: CrawlRow): void {
  tables.crawls = tables.crawls.map((other) => (other.id === row.id ? row : other));
}

/** The URLs of a crawl, which never change. They are sorted when they are read: at each insertion would be too often. */
interface UrlIndex {
  readonly byUrl: Map<string, FoundUrl>;
  sorted: readonly FoundUrl[];
}

const urlIndexes = new WeakMap<readonly CrawlPageRow[], UrlIndex>();

function urlIndexOf(rows: readonly CrawlPageRow[]): UrlIndex {
  const index = urlIndexes.get(rows) ?? { byUrl: new Map<string, FoundUrl>(), sorted: [] };
  urlIndexes.set(rows, index);
  for (const { id, url } of rows.slice(index.byUrl.size)) index.byUrl.set(url, { id, url });
  return index;
}

function sortedUrlsOf(rows: readonly CrawlPageRow[]): readonly FoundUrl[] {
  const index = urlIndexOf(rows);
  if (index.sorted.length < rows.length) {
    index.sorted = [...index.byUrl.values()].sort((a, b) => compareCodePoints(a.url, b.url));
  }
  return index.sorted;
}

/** The index of the first URL after this one. */
function firstAfter(sorted: readonly FoundUrl[], url: string): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(sorted[middle]?.url ?? '', url) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function urlsOf(tables: MemoryTables, crawlId: number): readonly CrawlPageRow[] {
  return tables.crawlPages.get(crawlId) ?? [];
}

function changeUrl(
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

function toCrawl(tables: MemoryTables, row: CrawlRow): Crawl {
  const { ownerId: _, host: _1, delayMs: _2, step: _3, lease: _4, lost: _5, ...shown } = row;
  const { refusals: _6, lastClaim: _7, stopped: _8, site: _9, issues: _10, ...others } = shown;
  const { isAdmitted: _11, activeMs: _12, countedUntil: _13, lastPageAt: _14, ...more } = others;
  const { generation: _15, basis: _16, frontier: _17, ...crawl } = more;
  return structuredClone({ ...crawl, progress: progressOf(tables, row.id) });
}

function countDepths(rows: readonly CrawlPageRow[]): readonly CrawlDepth[] {
  const depths = new Map<number | null, Record<Result, number>>();
  for (const { kind, state, depth, result } of rows) {
    if (kind !== 'page' || state !== 'done' || result === null) continue;
    const results = depths.get(depth) ?? { good: 0, decent: 0, bad: 0 };
    results[result] += 1;
    depths.set(depth, results);
  }
  const order = (depth: number | null) => depth ?? Number.POSITIVE_INFINITY;
  return [...depths]
    .map(([depth, results]) => ({ depth, results }))
    .sort((a, b) => order(a.depth) - order(b.depth));
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
