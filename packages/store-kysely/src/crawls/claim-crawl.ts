import type { ClaimedCrawl, CrawlClaim } from '@sitegrade/core';
import { interruptedError } from '@sitegrade/core/internal';
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Runner, type Work } from '../work.ts';
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

/** How often a claim begins again because others changed what it found. */
const maxTries = 50;

/** How many rows of hosts the start of a crawl deletes. It adds two at most. */
const hostsAtOnce = 10;

/** Leases the next piece of work: in a transaction for each try, so that what it locked is released in between. */
export async function claimCrawl(
  builder: QueryBuilder,
  { writeUnsynced }: Runner,
  claim: CrawlClaim,
): Promise<ClaimedCrawl | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const outcome = await writeUnsynced(() => claimNext(builder, claim));
    if (outcome !== 'again') return outcome;
  }
  return undefined;
}

function* claimNext(
  builder: QueryBuilder,
  claim: CrawlClaim,
): Work<ClaimedCrawl | undefined | 'again'> {
  const { forUpdate, forUpdateSkipLocked, locksRows } = builder.dialect;
  const free = yield* firstOf(nextCrawl(builder, claim, { lock: forUpdateSkipLocked }));
  const next =
    free === undefined && locksRows
      ? // All crawls with work are locked: wait for one, because returning nothing would leave a worker idle.
        yield* firstOf(nextCrawl(builder, claim, { lock: forUpdate }))
      : free;
  if (next === undefined) return undefined;
  if (next.step === null || next.step === 'start') yield lockHost(builder, next.host);
  // Read again with both locks: what it depends on may have changed while this waited.
  const crawl = locksRows ? yield* firstOf(nextCrawl(builder, claim, { id: next.id })) : next;
  if (crawl === undefined) return 'again';
  return crawl.step === null
    ? yield* claimPage(builder, claim, crawl)
    : yield* claimStep(builder, claim, crawl);
}

/** The crawl served longest ago for which there is work; locked, or of this id. */
function nextCrawl(
  { db, dialect }: QueryBuilder,
  { now: given, perHost, exceptOwner, crawlId }: CrawlClaim,
  only: { readonly lock: RawBuilder<unknown> } | { readonly id: number },
): CompiledQuery<CrawlRow> {
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
    // In the words of the partial indexes: databases do not use them for a parameter.
    .where(sql<boolean>`other.step = 'start'`)
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

  const crawls = db
    .selectFrom('sitegrade_crawls as crawl')
    .select(crawlColumns)
    .where('crawl.ended_at', 'is', null)
    .where(
      sql<boolean>`case
        when crawl.step is null then ${hostIsFree} and ${runningOfHost} < ${perHost}
          and not exists ${waitingStart} and exists ${duePage}
        when coalesce(crawl.leased_until, 0) > ${now} then false
        when crawl.step = 'start' then ${hostIsFree} and ${runningOfHost} = 0
        else not exists ${runningOfCrawl} end`,
    );
  if ('id' in only) return crawls.where('crawl.id', '=', only.id).compile();
  const ofOwners = exceptOwner === undefined ? crawls : crawls.where('owner_id', '<>', exceptOwner);
  const wanted = crawlId === undefined ? ofOwners : ofOwners.where('crawl.id', '=', crawlId);
  return wanted
    .orderBy('crawl.last_claim')
    .orderBy('crawl.id')
    .limit(1)
    .modifyEnd(only.lock)
    .compile();
}

/** One statement, because the row may be deleted at any time. */
function lockHost({ db }: QueryBuilder, host: string): CompiledQuery {
  return db
    .insertInto('sitegrade_crawl_hosts')
    .values({ host, next_request_at: 0 })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ next_request_at: sql.ref('sitegrade_crawl_hosts.next_request_at') }),
    )
    .compile();
}

function* claimStep(
  builder: QueryBuilder,
  claim: CrawlClaim,
  crawl: CrawlRow,
): Work<ClaimedCrawl | 'again'> {
  const { db, dialect } = builder;
  const { step } = crawl;
  if (step === null) return 'again';
  const now = dialect.now(claim.now);
  // There is a token of a lease that is over.
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
    ...served(db, now),
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
  claim: CrawlClaim,
  crawl: CrawlRow,
): Work<ClaimedCrawl | 'again'> {
  const { db, dialect } = builder;
  const now = dialect.now(claim.now);
  let progress = progressOf(crawl);
  let page = yield* firstOf(nextPage(builder, crawl, claim));
  while (page !== undefined && isInterrupted(page, claim)) {
    const error = JSON.stringify(interruptedError);
    yield changePage(builder, crawl, page)
      .set({ ...ended, state: 'failed', error })
      .compile();
    progress = movePage(progress, page.kind, 'running', 'failed');
    page = yield* firstOf(nextPage(builder, crawl, claim));
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

  yield changePage(builder, crawl, page)
    .set({
      state: 'running',
      interruptions: page.interruptions + (page.state === 'running' ? 1 : 0),
      due_at: sql<number>`${now} + ${claim.pageLeaseMs}`,
      lease_token: claim.token,
      lease_host: crawl.host,
    })
    .compile();
  if (crawl.delay_ms > 0) {
    yield db
      .updateTable('sitegrade_crawl_hosts')
      .set({ next_request_at: sql<number>`${now} + ${crawl.delay_ms}` })
      .where('host', '=', crawl.host)
      .compile();
  }
  const started =
    page.state === 'running' ? progress : movePage(progress, page.kind, 'queued', 'running');
  const change = { ...served(db, now), progress: JSON.stringify(started) };
  return {
    ...claimedOf(yield* changeCrawl(builder, crawl.id, change)),
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

/** The first page that is queued, or whose lease is over. */
function nextPage(
  { db, dialect }: QueryBuilder,
  crawl: CrawlRow,
  { now }: CrawlClaim,
): CompiledQuery<ClaimedPage> {
  return db
    .selectFrom('sitegrade_crawl_pages')
    .select(claimedColumns)
    .where('crawl_id', '=', crawl.id)
    .where('due_at', 'is not', null)
    .where('due_at', '<=', dialect.now(now))
    .orderBy('number')
    .limit(1)
    .compile();
}

/** Whether a page has been interrupted too often. */
function isInterrupted({ state, interruptions }: ClaimedPage, { maxAttempts }: CrawlClaim) {
  return state === 'running' && interruptions + 1 >= maxAttempts;
}

function changePage({ db }: QueryBuilder, crawl: CrawlRow, { number }: ClaimedPage) {
  return db
    .updateTable('sitegrade_crawl_pages')
    .where('crawl_id', '=', crawl.id)
    .where('number', '=', number);
}

/** The change of a crawl that is served. */
function served(db: QueryBuilder['db'], now: RawBuilder<number>) {
  const last = db
    .selectFrom('sitegrade_crawls as other')
    .select(({ fn }) => sql<number>`${fn.max('other.last_claim')} + 1`.as('last_claim'))
    .where('other.ended_at', 'is', null);
  return {
    status: 'running',
    started_at: sql<number>`coalesce(started_at, ${now})`,
    last_claim: last,
  } satisfies CrawlChange;
}

function claimedOf(row: CrawlRow): Pick<ClaimedCrawl, 'ownerId' | 'crawl' | 'refusals'> {
  return { ownerId: row.owner_id, crawl: toCrawl(row), refusals: row.refusals };
}

/** Deletes some hosts that may be requested at once, which is what no row says, too. */
function deleteHosts({ db, dialect }: QueryBuilder, now: Date): CompiledQuery {
  return db
    .deleteFrom('sitegrade_crawl_hosts')
    .where('host', 'in', (query) =>
      query
        .selectFrom('sitegrade_crawl_hosts')
        .select('host')
        .where('next_request_at', '<=', dialect.now(now))
        .orderBy('next_request_at')
        .limit(hostsAtOnce)
        .modifyEnd(dialect.forUpdateSkipLocked),
    )
    .compile();
}
