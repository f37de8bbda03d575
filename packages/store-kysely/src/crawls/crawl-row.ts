import type { Crawl, CrawlProgress, CrawlScope, JobError } from '@sitegrade/core';
import type { CrawlFrontier } from '@sitegrade/core/store';
import {
  type CompiledQuery,
  type RawBuilder,
  type Selectable,
  sql,
  type UpdateObject,
} from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Tables, Time } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';

/** The columns of a crawl, without those that only find it. */
export const crawlColumns = [
  'id',
  'owner_id',
  'website_id',
  'domain',
  'url',
  'origin',
  'scope',
  'max_pages',
  'recrawl',
  'previous_id',
  'full_reason',
  'status',
  'end_reason',
  'error',
  'progress',
  'frontier',
  'score',
  'result',
  'ruleset_version',
  'created_at',
  'started_at',
  'ended_at',
  'step',
  'lease_token',
  'interruptions',
  'active_ms',
  'refusals',
  'host',
  'delay_ms',
] as const;

/** A row of {@link crawlColumns}. */
export type CrawlRow = Pick<Selectable<Tables['sitegrade_crawls']>, (typeof crawlColumns)[number]>;

/** The crawl of a row. */
export function toCrawl(row: CrawlRow): Crawl {
  const { include, exclude, source } = JSON.parse(row.scope) as Omit<CrawlScope, 'maxPages'>;
  return {
    id: Number(row.id),
    websiteId: row.website_id === null ? null : Number(row.website_id),
    domain: row.domain,
    url: row.url,
    origin: row.origin,
    maxPages: row.max_pages,
    include,
    exclude,
    source,
    recrawl: row.recrawl,
    previousId: row.previous_id === null ? null : Number(row.previous_id),
    fullReason: row.full_reason,
    status: row.status,
    end: row.ended_at === null ? null : row.end_reason,
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    progress: progressOf(row),
    score: row.score,
    result: row.result,
    rulesetVersion: row.ruleset_version,
    createdAt: new Date(row.created_at),
    startedAt: toDate(row.started_at),
    endedAt: toDate(row.ended_at),
  };
}

function toDate(time: Time | null): Date | null {
  return time === null ? null : new Date(time);
}

/** The progress of a crawl. */
export function progressOf({ progress }: Pick<CrawlRow, 'progress'>): CrawlProgress {
  return JSON.parse(progress) as CrawlProgress;
}

/** How far the levels of the crawl are known. */
export function frontierOf({ frontier }: Pick<CrawlRow, 'frontier'>): CrawlFrontier | null {
  return frontier === null ? null : (JSON.parse(frontier) as CrawlFrontier);
}

/**
 * Whether no page of the crawl is claimed any more. Its queued pages count as skipped (`ended`): changing the rows
 * of ten thousand pages at once would block others.
 */
export function isClosed({ step, ended_at }: Pick<CrawlRow, 'step' | 'ended_at'>): boolean {
  return step === 'finish' || ended_at !== null;
}

/** One crawl of the owner, unless it is hidden with its website. */
export function* findCrawlRow(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<CrawlRow | undefined> {
  return yield* firstOf(selectOwned(builder, { ownerId, id }));
}

const selectOwned = fixedQuery(
  (
    { db }: QueryBuilder,
    { ownerId, id }: { readonly ownerId: string; readonly id: number },
  ): CompiledQuery<CrawlRow> =>
    db
      .selectFrom('sitegrade_crawls')
      .select(crawlColumns)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`${hasItsWebsite(db)}`)
      .compile(),
);

/** The condition for crawls that are not hidden by deleting their website. Those without one never are. */
export function hasItsWebsite(db: QueryBuilder['db']): RawBuilder<unknown> {
  const website = db
    .selectFrom('sitegrade_websites as website')
    .select('website.id')
    .whereRef('website.id', '=', 'sitegrade_crawls.website_id' as never);
  return sql`(website_id is null or exists ${website})`;
}

/**
 * Locks a crawl that has not ended, with all its pages. The order of locks: an idempotency key, a website, crawls
 * by id, a host, then the pages of a day, the totals of an owner, and the row with an empty host (`admit-crawls.ts`,
 * which then locks crawls that no one else has locked). Only `begin` locks a website after its crawl, which no one can
 * find by that website yet; so deletions lock crawls without a website first.
 */
export function* lockCrawl(builder: QueryBuilder, id: number): Work<CrawlRow | undefined> {
  return yield* firstOf(selectLocked(builder, { id }));
}

const selectLocked = fixedQuery(
  ({ db, dialect }: QueryBuilder, { id }: { readonly id: number }): CompiledQuery<CrawlRow> =>
    db
      .selectFrom('sitegrade_crawls')
      .select(crawlColumns)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .modifyEnd(dialect.forUpdate)
      .compile(),
);

/** New values of a crawl. */
export type CrawlChange = UpdateObject<Tables, 'sitegrade_crawls', 'sitegrade_crawls'>;

/** The change of a crawl whose step ends. */
export const noLease = { lease_token: null, leased_until: null, interruptions: 0 } as const;

/** Changes a crawl that is locked. By default, there may be work for it then. */
export function* changeCrawl(
  { db }: QueryBuilder,
  id: number,
  change: CrawlChange,
): Work<CrawlRow> {
  const row = yield* firstOf(
    db
      .updateTable('sitegrade_crawls')
      .set({ due_at: 0, ...change })
      .where('id', '=', id)
      .returning(crawlColumns)
      .compile(),
  );
  if (row === undefined) throw new Error('A crawl that is locked is missing.');
  return row;
}
