import type { StoreDelays } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import { fixedQuery, oneRow } from './fixed-query.ts';
import { firstOf, type Work } from './work.ts';

/** How long work has been waiting. */
export function* readDelays(builder: QueryBuilder, now: Date): Work<StoreDelays> {
  const row = yield* firstOf(selectDelays(builder, { now: now.getTime() }));
  const msOf = (delay: number | null | undefined) => Math.max(0, Number(delay ?? 0));
  return {
    oldestDueJobMs: Math.max(msOf(row?.first_ms), msOf(row?.retried_ms)),
    lastPageMs: msOf(row?.page_ms),
  };
}

interface Delays {
  readonly first_ms: number | null;
  readonly retried_ms: number | null;
  readonly page_ms: number | null;
}

/**
 * Three seeks, each in its own index. The order of jobs names both columns of their index, without an equality:
 * Postgres could read all jobs by their id otherwise.
 */
const selectDelays = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { now: given }: { readonly now: number },
  ): CompiledQuery<Delays> => {
    const now = dialect.now(given);
    const queued = db
      .selectFrom('sitegrade_jobs')
      // Queued, in the words of the index of all owners.
      .where('ended_at', 'is', null)
      .where('lease_token', 'is', null);
    // Those that were never put off, if there are any: they are due at 0, and the first was created first.
    const first = queued
      .select(sql<number>`case when due_at = 0 then created_at else due_at end`.as('since'))
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(oneRow);
    const retried = queued
      .select(({ fn }) => fn.min('due_at').as('since'))
      .where('due_at', '>', 0)
      .where('due_at', '<=', now);
    const page = db
      .selectFrom('sitegrade_crawls')
      .select(sql<number>`coalesce(last_page_at, started_at)`.as('since'))
      .where(sql<boolean>`status = 'running'`)
      .orderBy('started_at')
      .orderBy('id')
      .limit(oneRow);
    return sql<Delays>`select ${now} - ${first} as first_ms, ${now} - ${retried} as retried_ms,
      ${now} - ${page} as page_ms`.compile(db);
  },
);
