import type { DeletedPart, OutdatedCrawlsQuery } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, ownedRows } from '../lock-rows.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { endPageLeases } from './crawl-page-row.ts';
import { hasItsWebsite } from './crawl-row.ts';
import { lockWebsitesOf, rescoreWebsites } from './score-websites.ts';

/** The most crawls whose rows one part deletes. */
const crawlsAtOnce = 20;

/** Deletes a crawl of the owner, in any state. */
export function* deleteCrawl(builder: QueryBuilder, ownerId: string, id: number): Work<boolean> {
  const { db, dialect } = builder;
  yield* lockWebsitesOf(builder, [id]);
  const crawl = yield* firstOf(
    db
      .selectFrom('sitegrade_crawls')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`${hasItsWebsite(db)}`)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  if (crawl === undefined) return false;
  yield* hideAndRescore(builder, [id]);
  return true;
}

/**
 * Locks crawls and their websites, which may lose their last complete crawl, and deletes those that are left. First
 * the crawls without a website: `begin` locks one after its crawl.
 */
function* deleteCrawls(builder: QueryBuilder, ids: readonly number[]): Work<number> {
  const { db, dialect } = builder;
  const crawls = db
    .selectFrom('sitegrade_crawls')
    .select('id')
    .where('id', 'in', dialect.idList(ids))
    .orderBy('id');
  if (dialect.locksRows) yield* lockRows(builder, crawls.where('website_id', 'is', null));
  yield* lockWebsitesOf(builder, ids);
  const locked = yield* lockRows(builder, crawls);
  yield* hideAndRescore(builder, locked);
  return locked.length;
}

/** Deletes crawls that are locked, as are their websites. */
function* hideAndRescore(builder: QueryBuilder, ids: readonly number[]): Work<void> {
  // Also if the score is not from one of them: a crawl may have counted only because of another one.
  yield* rescoreWebsites(builder, yield* hideCrawls(builder, ids));
}

/**
 * Deletes crawls that are locked, and leaves their rows in other tables to `deleteHiddenCrawls`. Returns the websites
 * of those that were complete.
 */
function* hideCrawls(builder: QueryBuilder, ids: readonly number[]): Work<readonly number[]> {
  if (ids.length === 0) return [];
  const { db, dialect } = builder;
  const list = dialect.idList(ids);
  yield db
    .insertInto('sitegrade_deleted_crawls')
    .columns(['crawl_id', 'owner_id'])
    .expression(
      db.selectFrom('sitegrade_crawls').select(['id', 'owner_id']).where('id', 'in', list),
    )
    .compile();
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_crawls')
      .where('id', 'in', list)
      .returning(['id', 'host', 'ended_at', 'website_id', 'scored_pages'])
      .compile(),
  );
  for (const crawl of deleted) {
    if (crawl.ended_at === null) yield* endPageLeases(builder, crawl);
  }
  const complete = deleted.filter(({ scored_pages }) => scored_pages !== null);
  return [...new Set(complete.flatMap(({ website_id }) => website_id ?? []))];
}

/** Deletes some crawls that have ended and are outdated. */
export function* deleteOutdatedCrawls(
  builder: QueryBuilder,
  { ownerId, createdBefore, keepPerWebsite, limit }: OutdatedCrawlsQuery,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = Math.min(limit, dialect.deletedAtOnce);
  const newer = db
    .selectFrom('sitegrade_crawls as newer')
    .select('newer.id')
    .where(sql<boolean>`newer.owner_id = sitegrade_crawls.owner_id`)
    .where(sql<boolean>`newer.website_id = sitegrade_crawls.website_id`)
    .where(sql<boolean>`newer.id > sitegrade_crawls.id`)
    .orderBy('newer.id')
    .limit(1)
    .offset(Math.max(0, (keepPerWebsite ?? 1) - 1));
  const conditions: RawBuilder<unknown>[] = [
    ...(createdBefore === undefined ? [] : [sql`created_at < ${createdBefore.getTime()}`]),
    ...(keepPerWebsite === undefined ? [] : [sql`exists ${newer}`]),
  ];
  if (conditions.length === 0) return { deleted: 0, isDone: true };
  const outdated = db
    .selectFrom('sitegrade_crawls')
    .select('id')
    .where('ended_at', 'is not', null)
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('id')
    .limit(most);
  const ofOwner = ownerId === undefined ? outdated : outdated.where('owner_id', '=', ownerId);
  const ids = (yield* rowsOf(ofOwner.compile())).map(({ id }) => id);
  return { deleted: yield* deleteCrawls(builder, ids), isDone: ids.length < most };
}

/** Deletes some crawls of an owner, in any state; after the last one, also the pages that they had on a day. */
export function* deleteCrawlsOfOwner(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const crawls = ownedRows(builder, 'sitegrade_crawls', ownerId).limit(dialect.deletedAtOnce);
  const ids = (yield* rowsOf(crawls.compile())).map(({ id }) => id);
  const deleted = yield* deleteCrawls(builder, ids);
  const isDone = ids.length < dialect.deletedAtOnce;
  if (isDone) {
    yield db.deleteFrom('sitegrade_crawl_days').where('owner_id', '=', ownerId).compile();
  }
  return { deleted, isDone };
}

/**
 * Deletes some crawls of a website that is locked: first those that have not ended, of which a quota allows few.
 * Returns whether it has no others.
 */
export function* deleteCrawlsOfWebsite(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
): Work<boolean> {
  yield* deleteUnendedOfWebsites(builder, ownerId, [websiteId]);
  const { deletedAtOnce } = builder.dialect;
  const crawls = ownedRows(builder, 'sitegrade_crawls', ownerId)
    .where('website_id', '=', websiteId)
    .limit(deletedAtOnce);
  const ids = yield* lockRows(builder, crawls);
  yield* hideCrawls(builder, ids);
  return ids.length < deletedAtOnce;
}

/** Deletes the crawls of locked websites that have not ended. The others are hidden without their website. */
export function* deleteUnendedOfWebsites(
  builder: QueryBuilder,
  ownerId: string,
  websiteIds: readonly number[],
): Work<void> {
  const crawls = ownedRows(builder, 'sitegrade_crawls', ownerId)
    .where('ended_at', 'is', null)
    .where('website_id', 'in', builder.dialect.idList(websiteIds));
  yield* hideCrawls(builder, yield* lockRows(builder, crawls));
}

/**
 * Deletes some rows of deleted crawls. For one owner it waits for others that delete the same, so that nothing is
 * left at the end; otherwise it skips what others are deleting.
 */
export function* deleteHiddenCrawls(
  builder: QueryBuilder,
  ownerId: string | undefined,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const next = db
    .selectFrom('sitegrade_deleted_crawls')
    .select('crawl_id')
    .where('crawl_id', '>', 0)
    .orderBy('crawl_id')
    .limit(crawlsAtOnce);
  const crawls = yield* rowsOf(
    ownerId === undefined
      ? next.modifyEnd(dialect.forUpdateSkipLocked).compile()
      : next.where('owner_id', '=', ownerId).modifyEnd(dialect.forUpdate).compile(),
  );

  let deleted = 0;
  const emptied: number[] = [];
  for (const { crawl_id: crawlId } of crawls) {
    const limit = dialect.crawlPagesDeletedAtOnce - deleted;
    if (limit === 0) break;
    const found = yield* deletePages(builder, crawlId, limit);
    deleted += found;
    if (found < limit) emptied.push(crawlId);
  }
  const list = dialect.idList(emptied);
  yield db.deleteFrom('sitegrade_crawl_issues').where('crawl_id', 'in', list).compile();
  yield db.deleteFrom('sitegrade_crawl_shapes').where('crawl_id', 'in', list).compile();
  yield db.deleteFrom('sitegrade_crawl_sites').where('crawl_id', 'in', list).compile();
  yield db.deleteFrom('sitegrade_deleted_crawls').where('crawl_id', 'in', list).compile();
  const isDone = crawls.length < crawlsAtOnce && emptied.length === crawls.length;
  return { deleted, isDone };
}

/** Deletes the first pages of a crawl. */
function* deletePages({ db }: QueryBuilder, crawlId: number, limit: number): Work<number> {
  const pages = yield* rowsOf(
    db
      .selectFrom('sitegrade_crawl_pages')
      .select('number')
      .where('crawl_id', '=', crawlId)
      .orderBy('number')
      .limit(limit)
      .compile(),
  );
  const last = pages.at(-1)?.number;
  if (last === undefined) return 0;
  for (const table of ['sitegrade_crawl_page_details', 'sitegrade_crawl_pages'] as const) {
    yield db
      .deleteFrom(table)
      .where('crawl_id', '=', crawlId)
      .where('number', '<=', last)
      .compile();
  }
  return pages.length;
}
