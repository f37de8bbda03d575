import { interruptedError } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlClaim, CrawlClaimOfOne } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Runner, type Work } from '../work.ts';
import { countTime, notLeased } from './active-time.ts';
import { delayHost, lockHost } from './crawl-hosts.ts';
import { ended, endPageLeases, hasUnendedPages } from './crawl-page-row.ts';
import { movePage, skipAll } from './crawl-progress.ts';
import {
  type CrawlChange,
  type CrawlRow,
  changeCrawl,
  crawlColumns,
  noLease,
  progressOf,
  toCrawl,
} from './crawl-row.ts';
import { endLocked } from './end-crawl.ts';

/** How often a claim is tried again because another transaction changed the crawl that it found. */
const maxTries = 50;

/** How many rows of hosts the start of a crawl deletes. It adds two at most. */
const hostsAtOnce = 10;

/** Leases the next piece of work. Each try is a separate transaction, so that its locks are released in between. */
export async function claimNextPiece(
  builder: QueryBuilder,
  { writeUnsynced }: Runner,
  claim: CrawlClaim,
): Promise<ClaimedCrawl | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const outcome = await writeUnsynced(() => tryClaim(builder, claim));
    if (outcome !== 'again') return outcome;
  }
  return undefined;
}

function* tryClaim(
  builder: QueryBuilder,
  claim: CrawlClaim,
): Work<ClaimedCrawl | undefined | 'again'> {
  const { locksRows } = builder.dialect;
  const free = yield* firstOf(nextCrawl(builder, claim, 'skip'));
  const next =
    free === undefined && locksRows
      ? // All crawls with work are locked: wait for one, because returning nothing would leave a worker idle.
        yield* firstOf(nextCrawl(builder, claim, 'wait'))
      : free;
  if (next === undefined) return undefined;
  if (!locksRows) return yield* claimPiece(builder, claim, next);
  yield* lockHostOf(builder, next);
  // Read again with both locks: what it depends on may have changed while this waited.
  const crawl = yield* firstOf(selectAgain(builder, claim, next.id));
  return crawl === undefined ? 'again' : yield* claimPiece(builder, claim, crawl);
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

/** What to do with crawls that other transactions have locked: skip them, or wait for them. */
type WaitPolicy = 'skip' | 'wait';

/** The crawl served longest ago for which there is work, locked. */
function nextCrawl(
  builder: QueryBuilder,
  claim: CrawlClaim,
  lock: WaitPolicy,
): CompiledQuery<CrawlRow> {
  const { now, perHost, exceptOwner, crawlId } = claim;
  const given = { now: now.getTime(), perHost };
  const select = selectNext[lock];
  if (exceptOwner === undefined) {
    return crawlId === undefined
      ? select.any(builder, given)
      : select.one(builder, { ...given, crawlId });
  }
  return crawlId === undefined
    ? select.exceptOwner(builder, { ...given, exceptOwner })
    : select.oneExceptOwner(builder, { ...given, exceptOwner, crawlId });
}

const selectNext = { skip: queriesOfNext('skip'), wait: queriesOfNext('wait') };

/** One query for each way to choose a crawl. */
function queriesOfNext(lock: WaitPolicy) {
  type Given = Pick<Criteria, 'now' | 'perHost'>;
  type Except = Given & { readonly exceptOwner: string };
  type One = { readonly crawlId: number };
  const first = (builder: QueryBuilder, crawls: ReturnType<typeof withWork>) => {
    const { forUpdate, forUpdateSkipLocked } = builder.dialect;
    return crawls
      .orderBy('crawl.last_claim')
      .orderBy('crawl.id')
      .limit(oneRow)
      .modifyEnd(lock === 'skip' ? forUpdateSkipLocked : forUpdate)
      .compile();
  };
  const others = (builder: QueryBuilder, { now, perHost, exceptOwner }: Except) =>
    withWork(builder, { now, perHost, exceptOwner }).where('owner_id', '<>', exceptOwner);
  return {
    any: fixedQuery((builder: QueryBuilder, { now, perHost }: Given) =>
      first(builder, withWork(builder, { now, perHost })),
    ),
    one: fixedQuery((builder: QueryBuilder, { now, perHost, crawlId }: Given & One) =>
      first(builder, withWork(builder, { now, perHost }).where('crawl.id', '=', crawlId)),
    ),
    exceptOwner: fixedQuery((builder: QueryBuilder, given: Except) =>
      first(builder, others(builder, given)),
    ),
    oneExceptOwner: fixedQuery((builder: QueryBuilder, given: Except & One) =>
      first(builder, others(builder, given).where('crawl.id', '=', given.crawlId)),
    ),
  };
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

/** What decides whether there is work for a crawl. */
interface Criteria {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly perHost: number;
  readonly exceptOwner?: string;
}

/** The crawls for which there is work. */
function withWork({ db, dialect }: QueryBuilder, { now: given, perHost, exceptOwner }: Criteria) {
  const now = dialect.now(given);
  const ofHost = (column: string) => sql<boolean>`${sql.ref(column)} = crawl.host`;
  const running = db
    .selectFrom('sitegrade_crawl_pages as page')
    .where('page.lease_token', 'is not', null)
    .where(ofHost('page.lease_host'))
    .where('page.due_at', '>', now);
  const runningOfHost = running.select(({ fn }) => fn.countAll<number>().as('total'));
  const runningOfCrawl = running
    .select('page.number')
    .where(sql<boolean>`page.crawl_id = crawl.id`);
  const starts = db
    .selectFrom('sitegrade_crawls as other')
    .select('other.id')
    // Written as in the partial indexes: databases do not use such an index for a parameter.
    .where(sql<boolean>`other.step = 'start'`)
    .where(sql<boolean>`other.admitted = 1`)
    .where(ofHost('other.host'));
  const runningStart = starts.where('other.leased_until', '>', now);
  const earlier = starts.where(sql<boolean>`other.last_claim <= crawl.last_claim`);
  const waitingStart =
    exceptOwner === undefined ? earlier : earlier.where('other.owner_id', '<>', exceptOwner);
  const delay = db
    .selectFrom('sitegrade_crawl_hosts as delay')
    .select('delay.host')
    .where(ofHost('delay.host'))
    .where('delay.next_request_at', '>', now);
  const duePage = db
    .selectFrom('sitegrade_crawl_pages as page')
    .select('page.number')
    .where(sql<boolean>`page.crawl_id = crawl.id`)
    .where('page.due_at', 'is not', null)
    .where('page.due_at', '<=', now);
  const hostIsFree = sql`not exists ${delay} and not exists ${runningStart}`;
  return db
    .selectFrom('sitegrade_crawls as crawl')
    .select(crawlColumns)
    .where('crawl.ended_at', 'is', null)
    .where(sql<boolean>`crawl.admitted = 1`)
    .where(
      sql<boolean>`case
        when crawl.step is null then ${hostIsFree} and ${runningOfHost} < ${perHost}
          and not exists ${waitingStart} and exists ${duePage}
        when coalesce(crawl.leased_until, 0) > ${now} then false
        when crawl.step = 'start' then ${hostIsFree} and ${runningOfHost} = 0
        else not exists ${runningOfCrawl} end`,
    );
}

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
  const interruptions = crawl.interruptions + (crawl.lease_token === null ? 0 : 1);
  if (interruptions >= claim.maxAttempts) {
    const error = JSON.stringify(interruptedError);
    const change = { status: 'failed', end_reason: 'interrupted', error } as const;
    const failed = yield* endLocked(builder, crawl, change, claim.now);
    return {
      ...claimedOf(failed),
      lease: { crawlId: Number(crawl.id), page: null, token: claim.token },
      work: { kind: 'ended' },
    };
  }
  if (step === 'start') yield deleteHosts(builder, claim.now);
  if (step === 'finish') yield* endPageLeases(builder, crawl);
  const claimed = yield* changeCrawl(builder, crawl.id, {
    ...claimChange(db, now),
    // While a step is claimed, nothing of the crawl is leased.
    ...countTime(now, { wasLeased: notLeased }),
    lease_token: claim.token,
    leased_until: sql<number>`${now} + ${claim.stepLeaseMs}`,
    interruptions,
    ...(step === 'finish'
      ? { progress: JSON.stringify(skipAll(progressOf(crawl), 'running')) }
      : {}),
  });
  return {
    ...claimedOf(claimed),
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
  while (page !== undefined && isInterrupted(page, claim)) {
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
      ...{ id: crawl.id, number: page.number, host: crawl.host, delayMs: crawl.delay_ms, now },
      progress: JSON.stringify(started),
    }),
  );
  if (served === undefined) throw new Error('A crawl that is locked is missing.');
  return {
    ...claimedOf(served),
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
  } satisfies CrawlChange;
}

function claimedOf(
  row: CrawlRow,
): Pick<ClaimedCrawl, 'ownerId' | 'crawl' | 'refusals' | 'activeMs'> {
  const { owner_id: ownerId, refusals, active_ms: activeMs } = row;
  return { ownerId, crawl: toCrawl(row), refusals, activeMs: Number(activeMs) };
}

/** Deletes some rows of hosts whose delay has passed: a host without a row may be requested at once, too. */
function deleteHosts({ db, dialect }: QueryBuilder, now: Date): CompiledQuery {
  return db
    .deleteFrom('sitegrade_crawl_hosts')
    .where('host', 'in', (query) =>
      query
        .selectFrom('sitegrade_crawl_hosts')
        .select('host')
        .where('next_request_at', '<=', dialect.now(now.getTime()))
        .orderBy('next_request_at')
        .limit(hostsAtOnce)
        .modifyEnd(dialect.forUpdateSkipLocked),
    )
    .compile();
}
