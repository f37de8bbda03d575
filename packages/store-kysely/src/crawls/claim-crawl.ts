import { interruptedError } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlClaim, CrawlClaimOfOne } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { insertCrawlEvent } from '../events/outbox-events.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { claimVisit } from '../visiting/claim-visit.ts';
import { delayHost, deleteHosts, lockHost } from '../visiting/host-row.ts';
import { firstOf, type Runner, type Work } from '../work.ts';
import { countTime, notLeased } from './active-time.ts';
import { ended, endPageLeases, hasUnendedPages } from './crawl-page-row.ts';
import { movePage, skipAll } from './crawl-progress.ts';
import {
  type CrawlChange,
  type CrawlRow,
  changeCrawl,
  crawlColumns,
  frontierOf,
  lockCrawl,
  noLease,
  progressOf,
  toCrawl,
} from './crawl-row.ts';
import { type FoundCrawl, lookForCrawls, putOff, wakeCrawls } from './crawl-turns.ts';
import { type Criteria, withWork } from './crawl-work.ts';
import { endLocked } from './end-crawl.ts';

/** How many rows of hosts the start of a crawl deletes. It adds two at most. */
const deletedHosts = 10;

/** Leases the next piece of work, of any crawl or of one. */
export async function claimNextPiece(
  builder: QueryBuilder,
  { readStatement, writeUnsynced }: Runner,
  claim: CrawlClaim,
): Promise<ClaimedCrawl | undefined> {
  return claimVisit<FoundCrawl, ClaimedCrawl>({
    look: () =>
      claim.crawlId === undefined
        ? readStatement(() => lookForCrawls(builder, claim))
        : Promise.resolve([{ kind: 'ready', id: claim.crawlId }]),
    wake: async (found) =>
      found.some(({ kind }) => kind !== 'ready') &&
      (await writeUnsynced(() => wakeCrawls(builder, claim, found))),
    lease: () => writeUnsynced(() => tryClaim(builder, claim)),
  });
}

function* tryClaim(
  builder: QueryBuilder,
  claim: CrawlClaim,
): Work<ClaimedCrawl | undefined | 'again'> {
  const { locksRows } = builder.dialect;
  const free = yield* firstOf(nextCrawl(builder, claim, 'skip'));
  // All crawls with work are locked: wait for one, because returning nothing would leave a worker idle. By its key:
  // Postgres goes on to the next row, and keeps the lock, if a condition no longer holds after it has waited.
  const first =
    free === undefined && locksRows ? yield* firstOf(nextCrawl(builder, claim, 'none')) : undefined;
  const next = first === undefined ? free : yield* lockCrawl(builder, first.id);
  if (next === undefined && first !== undefined) return 'again';
  if (next === undefined) return claim.crawlId === undefined ? 'again' : undefined;
  if (locksRows) yield* lockHostOf(builder, next);
  // With both locks: what it depends on may have changed while this waited.
  const crawl = yield* firstOf(selectAgain(builder, claim, next.id));
  if (crawl !== undefined) return yield* claimPiece(builder, claim, crawl);
  if (claim.crawlId === undefined) yield putOff(builder, { id: next.id, now: claim.now.getTime() });
  return 'again';
}

/** Leases the next piece of work of a crawl that is locked, if there is any. */
export function* claimOfLocked(
  builder: QueryBuilder,
  claim: CrawlClaimOfOne,
  locked: Pick<CrawlRow, 'id' | 'step' | 'host'>,
): Work<ClaimedCrawl | undefined | 'again'> {
  if (builder.dialect.locksRows) yield* lockHostOf(builder, locked);
  const values = { id: locked.id, perHost: claim.perHost, now: claim.now.getTime() };
  const crawl = yield* firstOf(selectWithWork(builder, values));
  return crawl && (yield* claimPiece(builder, claim, crawl));
}

function* lockHostOf(
  builder: QueryBuilder,
  { step, host }: Pick<CrawlRow, 'step' | 'host'>,
): Work<void> {
  if (step === null || step === 'start') yield lockHost(builder, { host });
}

function claimPiece(
  builder: QueryBuilder,
  claim: CrawlClaimOfOne,
  crawl: CrawlRow,
): Work<ClaimedCrawl | 'again'> {
  return crawl.step === null ? claimPage(builder, claim, crawl) : claimStep(builder, claim, crawl);
}

/** Whether to lock the crawl, and skip those that other transactions have locked. */
type Locking = 'skip' | 'none';

/** The crawl served longest ago for which there may be work. */
function nextCrawl(
  builder: QueryBuilder,
  claim: CrawlClaim,
  lock: Locking,
): CompiledQuery<CrawlRow> {
  const { now, perHost, exceptOwner, crawlId } = claim;
  const select = selectNext[lock];
  if (crawlId === undefined) {
    return exceptOwner === undefined
      ? select.any(builder, {})
      : select.exceptOwner(builder, { exceptOwner });
  }
  const given = { now: now.getTime(), perHost, crawlId };
  return exceptOwner === undefined
    ? select.one(builder, given)
    : select.oneExceptOwner(builder, { ...given, exceptOwner });
}

const selectNext = { skip: queriesOfNext('skip'), none: queriesOfNext('none') };

/** One query for each way to choose a crawl. */
function queriesOfNext(lock: Locking) {
  type Except = { readonly exceptOwner: string };
  type One = Pick<Criteria, 'now' | 'perHost'> & { readonly crawlId: number };
  const first = (builder: QueryBuilder, crawls: ReturnType<typeof withWork>) => {
    const { forUpdateSkipLocked } = builder.dialect;
    const next = crawls.orderBy('crawl.last_claim').orderBy('crawl.id').limit(oneRow);
    return (lock === 'skip' ? next.modifyEnd(forUpdateSkipLocked) : next).compile();
  };
  return {
    any: fixedQuery((builder: QueryBuilder, _: object) => first(builder, readyCrawls(builder))),
    one: fixedQuery((builder: QueryBuilder, { now, perHost, crawlId }: One) =>
      first(builder, withWork(builder, { now, perHost }).where('crawl.id', '=', crawlId)),
    ),
    exceptOwner: fixedQuery((builder: QueryBuilder, { exceptOwner }: Except) =>
      first(builder, readyCrawls(builder).where('crawl.owner_id', '<>', exceptOwner)),
    ),
    oneExceptOwner: fixedQuery(
      (builder: QueryBuilder, { now, perHost, exceptOwner, crawlId }: Except & One) =>
        first(
          builder,
          withWork(builder, { now, perHost, exceptOwner })
            .where('crawl.owner_id', '<>', exceptOwner)
            .where('crawl.id', '=', crawlId),
        ),
    ),
  };
}

/** The crawls for which there may be work. */
function readyCrawls({ db }: QueryBuilder) {
  return (
    db
      .selectFrom('sitegrade_crawls as crawl')
      .select(crawlColumns)
      // Written as in the partial index: databases do not use such an index for a parameter.
      .where(sql<boolean>`crawl.ended_at is null and crawl.admitted = 1 and crawl.due_at = 0`)
  );
}

/** The crawl with this id, if there is still work for it. */
function selectAgain(
  builder: QueryBuilder,
  { now, perHost, exceptOwner }: CrawlClaim,
  id: number,
): CompiledQuery<CrawlRow> {
  const given = { id, now: now.getTime(), perHost };
  return exceptOwner === undefined
    ? selectWithWork(builder, given)
    : selectWithWorkExcept(builder, { ...given, exceptOwner });
}

type CriteriaOfOne = Pick<Criteria, 'now' | 'perHost'> & { readonly id: number };

const selectWithWork = fixedQuery((builder: QueryBuilder, { id, now, perHost }: CriteriaOfOne) =>
  withWork(builder, { now, perHost }).where('crawl.id', '=', id).compile(),
);

const selectWithWorkExcept = fixedQuery(
  (
    builder: QueryBuilder,
    { id, now, perHost, exceptOwner }: CriteriaOfOne & { readonly exceptOwner: string },
  ) => withWork(builder, { now, perHost, exceptOwner }).where('crawl.id', '=', id).compile(),
);

function* claimStep(
  builder: QueryBuilder,
  claim: CrawlClaimOfOne,
  crawl: CrawlRow,
): Work<ClaimedCrawl | 'again'> {
  const { db, dialect } = builder;
  const { step } = crawl;
  if (step === null) return 'again';
  const now = dialect.now(claim.now.getTime());
  // An expired lease leaves its token.
  const expired = crawl.lease_token === null ? 0 : 1;
  const interruptions = crawl.interruptions + expired;
  if (interruptions >= claim.maxAttempts) {
    const error = JSON.stringify(interruptedError);
    const change = { status: 'failed', end_reason: 'interrupted', error } as const;
    const failed = yield* endLocked(builder, crawl, change, claim.now);
    yield insertCrawlEvent(builder, failed, claim.now);
    return {
      ...claimedOf(failed, expired),
      lease: { crawlId: Number(crawl.id), page: null, token: claim.token },
      work: { kind: 'ended' },
    };
  }
  if (step === 'start') yield deleteHosts(builder, claim.now, deletedHosts);
  if (step === 'finish') yield* endPageLeases(builder, crawl);
  const claimed = yield* changeCrawl(builder, crawl.id, {
    ...claimChange(db, now),
    // While a step is claimed, nothing of the crawl is leased.
    ...countTime(now, { wasLeased: notLeased }),
    lease_token: claim.token,
    leased_until: sql<number>`${now} + ${claim.stepLeaseMs}`,
    due_at: sql<number>`${now} + ${claim.stepLeaseMs}`,
    interruptions,
    ...(step === 'finish'
      ? { progress: JSON.stringify(skipAll(progressOf(crawl), 'running')) }
      : {}),
  });
  return {
    ...claimedOf(claimed, expired),
    lease: { crawlId: Number(crawl.id), page: null, token: claim.token },
    work: { kind: 'step', step, end: crawl.end_reason },
  };
}

function* claimPage(
  builder: QueryBuilder,
  claim: CrawlClaimOfOne,
  crawl: CrawlRow,
): Work<ClaimedCrawl | 'again'> {
  const now = claim.now.getTime();
  const due = { crawlId: crawl.id, now };
  let progress = progressOf(crawl);
  let page = yield* firstOf(nextPage(builder, due));
  let expired = 0;
  while (page !== undefined && isInterrupted(page, claim)) {
    expired += 1;
    yield failPage(builder, crawl, page);
    progress = movePage(progress, page.kind, 'running', 'failed');
    page = yield* firstOf(nextPage(builder, due));
  }
  if (page === undefined) {
    const isLast = !(yield* hasUnendedPages(builder, crawl.id));
    const change = { progress: JSON.stringify(progress) };
    yield* changeCrawl(
      builder,
      crawl.id,
      isLast ? { ...change, ...noLease, step: 'expand' } : change,
    );
    return 'again';
  }

  if (page.state === 'running') expired += 1;
  yield leasePage(builder, {
    ...due,
    number: page.number,
    interruptions: page.interruptions + (page.state === 'running' ? 1 : 0),
    leaseMs: claim.pageLeaseMs,
    token: claim.token,
    host: crawl.host,
  });
  if (crawl.delay_ms > 0) {
    yield delayHost(builder, { host: crawl.host, delayMs: crawl.delay_ms, now });
  }
  const started =
    page.state === 'running' ? progress : movePage(progress, page.kind, 'queued', 'running');
  const served = yield* firstOf(
    recordPageClaim(builder, {
      id: crawl.id,
      number: page.number,
      host: crawl.host,
      delayMs: crawl.delay_ms,
      now,
      progress: JSON.stringify(started),
    }),
  );
  if (served === undefined) throw new Error('A crawl that is locked is missing.');
  return {
    ...claimedOf(served, expired),
    lease: { crawlId: Number(crawl.id), page: page.number, token: claim.token },
    work: { kind: page.kind, url: page.url, depth: page.depth, putBacks: page.put_backs },
  };
}

const claimedColumns = [
  'number',
  'url',
  'kind',
  'depth',
  'state',
  'put_backs',
  'interruptions',
] as const;

type ClaimedPage = Pick<
  Selectable<Tables['sitegrade_crawl_pages']>,
  (typeof claimedColumns)[number]
>;

/**
 * The first page that is queued, or whose lease has expired. It uses the index of pages that have not ended: SQLite
 * would otherwise also read all ended pages, because the primary key has them in the order of their numbers.
 */
const nextPage = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { crawlId, now }: { readonly crawlId: number; readonly now: number },
  ) => {
    const pages = dialect.readByIndex('sitegrade_crawl_pages', 'sitegrade_crawl_pages_due');
    return sql<ClaimedPage>`select ${sql.join(claimedColumns.map((column) => sql.id(column)))} from ${pages}
      where crawl_id = ${crawlId} and due_at is not null and due_at <= ${dialect.now(now)}
      order by number limit ${oneRow}`.compile(db);
  },
);

/** Whether a page has been interrupted too often. */
function isInterrupted({ state, interruptions }: ClaimedPage, { maxAttempts }: CrawlClaimOfOne) {
  return state === 'running' && interruptions + 1 >= maxAttempts;
}

function failPage(
  { db }: QueryBuilder,
  crawl: CrawlRow,
  { number }: ClaimedPage,
): CompiledQuery<unknown> {
  return db
    .updateTable('sitegrade_crawl_pages')
    .set({ ...ended, state: 'failed', error: JSON.stringify(interruptedError) })
    .where('crawl_id', '=', crawl.id)
    .where('number', '=', number)
    .compile();
}

/** Values of {@link leasePage}. */
interface PageLease {
  readonly crawlId: number;
  readonly number: number;
  readonly interruptions: number;
  readonly now: number;
  readonly leaseMs: number;
  readonly token: string;
  readonly host: string;
}

const leasePage = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { crawlId, number, interruptions, now, leaseMs, token, host }: PageLease,
  ) =>
    db
      .updateTable('sitegrade_crawl_pages')
      .set({
        state: 'running',
        interruptions,
        due_at: sql<number>`${dialect.now(now)} + ${leaseMs}`,
        lease_token: token,
        lease_host: host,
      })
      .where('crawl_id', '=', crawlId)
      .where('number', '=', number)
      .compile(),
);

/** Values of {@link recordPageClaim}. */
interface PageClaim {
  readonly id: number;
  readonly number: number;
  readonly host: string;
  readonly delayMs: number;
  readonly now: number;
  readonly progress: string;
}

const recordPageClaim = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { id, number, host, delayMs, now: given, progress }: PageClaim,
  ) => {
    const now = dialect.now(given);
    const leased = dialect.readByIndex('sitegrade_crawl_pages', 'sitegrade_crawl_pages_leased');
    const wasLeased = sql<boolean>`exists (select number from ${leased} where lease_token is not null
      and lease_host = ${host} and due_at > ${now} and crawl_id = ${id} and number <> ${number})`;
    return db
      .updateTable('sitegrade_crawls')
      .set({ ...claimChange(db, now), ...countTime(now, { wasLeased, delayMs }), progress })
      .where('id', '=', id)
      .returning(crawlColumns)
      .compile();
  },
);

/** What a claim changes in its crawl. */
function claimChange(db: QueryBuilder['db'], now: RawBuilder<number>) {
  const last = db
    .selectFrom('sitegrade_crawls as other')
    .select(({ fn }) => sql<number>`${fn.max('other.last_claim')} + 1`.as('last_claim'))
    .where(sql<boolean>`other.ended_at is null and other.admitted = 1`);
  return {
    status: 'running',
    started_at: sql<number>`coalesce(started_at, ${now})`,
    last_claim: last,
    due_at: 0 as number | RawBuilder<number>,
  } satisfies CrawlChange;
}

function claimedOf(row: CrawlRow, expiredLeases: number): Omit<ClaimedCrawl, 'lease' | 'work'> {
  const { owner_id: ownerId, refusals, active_ms: activeMs } = row;
  const [crawl, frontier] = [toCrawl(row), frontierOf(row)];
  return {
    ownerId,
    crawl,
    refusals,
    frontier,
    activeMs: Number(activeMs),
    ...(expiredLeases > 0 && { expiredLeases }),
  };
}
