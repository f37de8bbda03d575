import { interruptedError, withRuleset } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlClaim, CrawlLease, CrawlPageOutcome } from '@sitegrade/core/store';
import {
  changeUrl,
  endRow,
  expandIfPagesEnded,
  leasedPage,
  replace,
  skip,
  toCrawl,
  urlsOf,
} from './memory-crawl-rows.ts';
import { isLive, isWaitingToStart, mayRequestPage, mayStart } from './memory-hosts.ts';
import type { CrawlPageRow, CrawlRow, MemoryTables } from './memory-tables.ts';

/** The most time to count at once. */
const maxGapMs = 600_000;

/** The row with the time for which the crawl was active: until now, and for a delay of its host from now on. */
export function counted(
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
export function claim(tables: MemoryTables, query: CrawlClaim): ClaimedCrawl | undefined {
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

export function leaseOf({ token, now }: Pick<CrawlClaim, 'token' | 'now'>, ms: number) {
  return { token, endsAt: new Date(now.getTime() + ms) };
}

export function endPage(
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
export function earlierPage(
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
