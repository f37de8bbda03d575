import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import { fixedQuery } from './fixed-query.ts';
import { firstOf, type Work } from './work.ts';

/** Milliseconds until the next job or part of a crawl is due. */
export function* nextDueMs(builder: QueryBuilder, now: Date): Work<number | undefined> {
  const next = yield* firstOf(selectNextDue(builder, { now: now.getTime() }));
  const waitMs = next?.wait_ms ?? null;
  return waitMs === null ? undefined : Math.max(0, Number(waitMs));
}

/**
 * Jobs are one seek in their index. A crawl that runs is due when its step or its first page is, and not before
 * its host may get a request.
 */
const selectNextDue = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { now: given }: { readonly now: number },
  ): CompiledQuery<{ readonly wait_ms: number | null }> => {
    const now = dialect.now(given);
    const jobs = db
      .selectFrom('sitegrade_jobs')
      .select(({ fn }) => fn.min('due_at').as('due_at'))
      // Queued, in the words of the index of all owners.
      .where('ended_at', 'is', null)
      .where('lease_token', 'is', null);
    const pages = db
      .selectFrom('sitegrade_crawl_pages as page')
      .where(sql<boolean>`page.crawl_id = crawl.id`)
      .where('page.due_at', 'is not', null);
    const duePage = pages.select('page.number').where('page.due_at', '<=', now);
    const firstPage = pages.select(({ fn }) => fn.min('page.due_at').as('due_at'));
    const host = db
      .selectFrom('sitegrade_crawl_hosts as delay')
      .select('delay.next_request_at')
      .where(sql<boolean>`delay.host = crawl.host`);
    const hostAt = sql<number>`coalesce(${host}, 0)`;
    const stepAt = sql<number>`coalesce(crawl.leased_until, 0)`;
    // Where no page is due, few have not ended: those that are running.
    const pageAt = sql<number>`case when exists ${duePage} then 0 else ${firstPage} end`;
    const crawls = db
      .selectFrom('sitegrade_crawls as crawl')
      .select(
        sql<number>`min(case
          when crawl.step is null then ${dialect.greatest(pageAt, hostAt)}
          when crawl.step = 'start' then ${dialect.greatest(stepAt, hostAt)}
          else ${stepAt} end)`.as('due_at'),
      )
      .where(sql<boolean>`crawl.ended_at is null and crawl.admitted = 1`);
    return db
      .selectFrom(jobs.unionAll(crawls).as('next'))
      .select(({ fn }) => sql<number | null>`${fn.min('next.due_at')} - ${now}`.as('wait_ms'))
      .compile();
  },
);
