import type { CrawlEnd } from '@sitegrade/core';
import {
  type BegunCrawl,
  type CrawlFrontier,
  type CrawlLease,
  type CrawlStep,
  firstFrontier,
  type Keeping,
  type NewCrawlUrl,
  type PageLinks,
  searchForm,
} from '@sitegrade/core/store';
import { sql } from 'kysely';
import { moveOwnerTotals, noCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { countTime } from './active-time.ts';
import { hasUnendedPages, insertUrls } from './crawl-page-row.ts';
import { type CrawlRow, changeCrawl, isClosed, lockCrawl, noLease } from './crawl-row.ts';
import { closeCrawl, lockStep } from './end-crawl.ts';

/** Ends the step `start`. */
export function* beginCrawl(
  builder: QueryBuilder,
  lease: CrawlLease,
  begun: BegunCrawl,
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl?.step !== 'start') return false;
  const websiteId = yield* findOrMakeWebsite(builder, crawl.owner_id, begun);
  yield builder.db
    .insertInto('sitegrade_crawl_sites')
    .values({ crawl_id: crawl.id, site: begun.site })
    .compile();
  const progress = yield* insertUrls(builder, crawl, begun.urls);
  const hasPages = yield* hasUnendedPages(builder, crawl.id);
  yield* changeCrawl(builder, crawl.id, {
    ...noLease,
    ...countTime(builder.dialect.now(begun.now.getTime())),
    step: hasPages ? null : 'expand',
    website_id: websiteId,
    domain: begun.domain,
    origin: begun.origin,
    host: begun.host,
    delay_ms: begun.delayMs,
    ruleset_version: begun.rulesetVersion,
    ...(begun.keeping && keepingColumns(begun.keeping)),
    progress: JSON.stringify(progress),
    frontier: JSON.stringify(firstFrontier(begun.urls)),
  });
  return true;
}

function keepingColumns({ previousId, fullReason, generation, basis }: Keeping) {
  return { previous_id: previousId, full_reason: fullReason, generation, basis };
}

function* findOrMakeWebsite(
  builder: QueryBuilder,
  ownerId: string,
  begun: BegunCrawl,
): Work<number> {
  for (;;) {
    const found = yield* firstOf(lockWebsite());
    if (found) return found.id;
    const made = yield* firstOf(makeWebsite());
    if (made) {
      yield moveOwnerTotals(builder, ownerId, { ...noCounters, websites_count: 1 });
      return made.id;
    }
    // Another transaction has made it meanwhile.
  }

  /** Changes nothing, but prevents its deletion. */
  function lockWebsite() {
    return builder.db
      .updateTable('sitegrade_websites')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('owner_id', '=', ownerId)
      .where('domain', '=', begun.domain)
      .returning('id')
      .compile();
  }

  function makeWebsite() {
    const now = begun.now.getTime();
    return builder.db
      .insertInto('sitegrade_websites')
      .values({
        owner_id: ownerId,
        domain: begun.domain,
        domain_search: searchForm(begun.domain),
        privacy: begun.defaultPrivacy,
        share_token: begun.websiteShareToken,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['owner_id', 'domain']).doNothing())
      .returning('id')
      .compile();
  }
}

/** Inserts URLs during a step. */
export function* addUrls(
  builder: QueryBuilder,
  lease: CrawlLease,
  urls: readonly NewCrawlUrl[],
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  const progress = yield* insertUrls(builder, crawl, urls);
  yield* changeCrawl(builder, crawl.id, { progress: JSON.stringify(progress) });
  return true;
}

/** Stores depths and inlinks during a step. */
export function* setLinks(
  builder: QueryBuilder,
  lease: CrawlLease,
  links: readonly PageLinks[],
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  const { db, dialect } = builder;
  const rows = dialect.textRows(
    ['crawl', 'page', 'new_depth', 'new_inlinks'],
    links.map(({ id, depth, inlinks }) => [
      String(crawl.id),
      String(id),
      depth === null ? null : String(depth),
      String(inlinks),
    ]),
  );
  yield db
    .updateTable('sitegrade_crawl_pages')
    .set({
      depth: sql<number | null>`cast(new_depth as integer)`,
      inlinks: sql<number>`cast(new_inlinks as integer)`,
    })
    .from(sql<object>`${rows}` as never)
    // By the given rows, so that SQLite looks up each: otherwise it compares every page with all of them.
    .where('crawl_id', '=', sql<number>`cast(crawl as bigint)`)
    .where('number', '=', sql<number>`cast(page as integer)`)
    .compile();
  return true;
}

/** Ends a step. */
export function* endStep(
  builder: QueryBuilder,
  lease: CrawlLease,
  next: CrawlStep | 'pages' | 'given_back',
  now: Date,
  frontier: CrawlFrontier | undefined,
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  const change = frontier && { frontier: JSON.stringify(frontier) };
  const time = countTime(builder.dialect.now(now.getTime()));
  if (next === 'given_back') {
    const { lease_token, leased_until } = noLease;
    yield* changeCrawl(builder, crawl.id, { lease_token, leased_until, ...time, ...change });
    return true;
  }
  if (next === 'finish') {
    yield* closeCrawl(builder, crawl, crawl.end_reason, now, change);
    return true;
  }
  const hasPages = next === 'pages' && (yield* hasUnendedPages(builder, crawl.id));
  const step = next === 'pages' ? 'expand' : next;
  yield* changeCrawl(builder, crawl.id, {
    ...noLease,
    ...time,
    ...change,
    step: hasPages ? null : step,
  });
  return true;
}

/** Renews the lease of a step, unless it has ended. One statement, so that it waits for as little as possible. */
export function* renewStep(
  { db, dialect }: QueryBuilder,
  { crawlId, page, token }: CrawlLease,
  leaseMs: number,
  given: Date,
): Work<boolean> {
  if (page !== null) return false;
  const now = dialect.now(given.getTime());
  const until = sql<number>`${now} + ${leaseMs}`;
  const renewed = yield* firstOf(
    db
      .updateTable('sitegrade_crawls')
      .set({ ...countTime(now), leased_until: until, due_at: until })
      .where('id', '=', crawlId)
      .where('lease_token', '=', token)
      .returning('id')
      .compile(),
  );
  return renewed !== undefined;
}

/** Skips the queued pages of a crawl that has begun, and goes on to its last step. */
export function* stopCrawl(
  builder: QueryBuilder,
  lease: CrawlLease,
  end: CrawlEnd,
  now: Date,
): Work<boolean> {
  const crawl = yield* lockCrawl(builder, lease.crawlId);
  if (crawl === undefined || crawl.step === 'start' || isClosed(crawl)) return false;
  if (!(yield* holdsLease(builder, crawl, lease))) return false;
  yield* closeCrawl(builder, crawl, end, now);
  return true;
}

/** Whether the lease of a page or a step of a locked crawl has not ended. */
function* holdsLease(
  { db }: QueryBuilder,
  crawl: CrawlRow,
  { page, token }: CrawlLease,
): Work<boolean> {
  if (page === null) return crawl.lease_token === token;
  const leased = yield* firstOf(
    db
      .selectFrom('sitegrade_crawl_pages')
      .select('number')
      .where('crawl_id', '=', crawl.id)
      .where('number', '=', page)
      .where('lease_token', '=', token)
      .compile(),
  );
  return leased !== undefined;
}
