import {
  type CrawlCreation,
  type DoneAttempt,
  type NewCrawl,
  searchForm,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { completeAttempt, lockAttempt } from '../idempotency/idempotency-keys.ts';
import { firstOf, type Work } from '../work.ts';
import { admitCrawls } from './admit-crawls.ts';
import { noPages, requestedPages } from './crawl-progress.ts';
import { type CrawlRow, crawlColumns, progressOf, toCrawl } from './crawl-row.ts';

const dayMs = 86_400_000;

/** Inserts a queued crawl and counts its pages, unless a quota would be exceeded. */
export function* insertCrawl(
  builder: QueryBuilder,
  crawl: NewCrawl,
): Work<Exclude<CrawlCreation, { readonly outcome: 'key_lost' }>> {
  const { ownerId, maxPages, maxRunning, maxAdmitted, maxPagesPerDay } = crawl;
  // First, because it locks the row: two requests at once must not exceed a quota together.
  const today = yield* firstOf(lockDay(builder, crawl));
  if (today === undefined) throw new Error('The day was stored without a row.');
  const running = yield* firstOf(countOfOwner(builder, ownerId));
  const used = Number(running?.total ?? 0);
  if (used + 1 > maxRunning) return { outcome: 'quota_exceeded', quota: 'runningCrawls', used };
  const pages = Number(today.pages);
  if (pages + maxPages > maxPagesPerDay) {
    return { outcome: 'quota_exceeded', quota: 'crawlPagesPerDay', used: pages };
  }

  yield addPages(builder, ownerId, maxPages);
  const row = yield* firstOf(insertRow(builder, crawl, Number(today.now)));
  if (row === undefined) throw new Error('The crawl was inserted without a row.');
  yield* admitCrawls(builder, maxAdmitted);
  return { outcome: 'created', crawl: toCrawl(row) };
}

/** Inserts the crawl and records it with its key, if there is an attempt, and it still holds the key. */
export function* createCrawl(
  builder: QueryBuilder,
  crawl: NewCrawl,
  attempt: DoneAttempt | undefined,
): Work<CrawlCreation> {
  if (attempt && !(yield* lockAttempt(builder, attempt))) return { outcome: 'key_lost' };
  const creation = yield* insertCrawl(builder, crawl);
  if (attempt && creation.outcome === 'created') {
    yield completeAttempt(builder, attempt, { kind: 'crawl', id: creation.crawl.id });
  }
  return creation;
}

/** Locks the pages of the owner's day, which begins without any, and returns the time. */
function lockDay(
  { db, dialect }: QueryBuilder,
  { ownerId, createdAt }: NewCrawl,
): CompiledQuery<{ readonly pages: number; readonly now: number }> {
  const now = sql<number>`cast(${dialect.now(createdAt.getTime())} as bigint)`;
  return db
    .insertInto('sitegrade_crawl_days')
    .values({ owner_id: ownerId, day: sql<number>`${now} / ${sql.lit(dayMs)}`, pages: 0 })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({
        day: sql.ref('excluded.day'),
        pages: sql`case when ${sql.ref('sitegrade_crawl_days.day')} = excluded.day
          then ${sql.ref('sitegrade_crawl_days.pages')} else 0 end`,
      }),
    )
    .returning(['pages', now.as('now')])
    .compile();
}

function countOfOwner(
  { db }: QueryBuilder,
  ownerId: string,
): CompiledQuery<{ readonly total: number }> {
  return db
    .selectFrom('sitegrade_crawls')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .compile();
}

function addPages({ db }: QueryBuilder, ownerId: string, pages: number): CompiledQuery {
  return db
    .updateTable('sitegrade_crawl_days')
    .set((row) => ({ pages: row('pages', '+', pages) }))
    .where('owner_id', '=', ownerId)
    .compile();
}

function insertRow(
  { db }: QueryBuilder,
  { ownerId, url, host, maxPages, include, exclude, source, recrawl = 'all' }: NewCrawl,
  now: number,
): CompiledQuery<CrawlRow> {
  return db
    .insertInto('sitegrade_crawls')
    .values({
      owner_id: ownerId,
      url,
      url_search: searchForm(url),
      host,
      max_pages: maxPages,
      recrawl,
      scope: JSON.stringify({ include, exclude, source }),
      progress: JSON.stringify(noPages),
      step: 'start',
      created_at: now,
    })
    .returning(crawlColumns)
    .compile();
}

/** Makes room for the pages that a crawl did not request, if it was created on the owner's last day with crawls. */
export function returnPages(
  { db }: QueryBuilder,
  crawl: Pick<CrawlRow, 'owner_id' | 'max_pages' | 'created_at' | 'progress'>,
): CompiledQuery {
  const pages = Math.max(0, crawl.max_pages - requestedPages(progressOf(crawl)));
  return db
    .updateTable('sitegrade_crawl_days')
    .set({ pages: sql<number>`case when pages > ${pages} then pages - ${pages} else 0 end` })
    .where('owner_id', '=', crawl.owner_id)
    .where('day', '=', Math.floor(Number(crawl.created_at) / dayMs))
    .compile();
}
