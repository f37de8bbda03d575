import type { OutdatedPart, OutdatedQuery, Result } from '@sitegrade/core';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  addCounters,
  type Counters,
  countersOfReport,
  moveOwnerTotals,
  moveWebsiteCounters,
} from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

interface DeletedRow {
  readonly owner_id: string;
  readonly website_id: number;
  readonly score: number;
  readonly result: Result;
}

/** Reads the next reports by id, deletes the outdated ones and updates the counters. */
export function* deleteOutdated(builder: QueryBuilder, query: OutdatedQuery): Work<OutdatedPart> {
  const looked = yield* rowsOf(nextReports(builder, query));
  const last = looked.at(-1)?.id;
  const outdated = looked.filter(({ is_outdated }) => Boolean(is_outdated));
  if (outdated.length === 0) return { deleted: 0, last };

  const { db, dialect } = builder;
  // Every method locks websites before their reports, and several websites in the order of ids.
  yield db
    .selectFrom('sitegrade_websites')
    .select('id')
    .where('id', 'in', dialect.idList([...new Set(outdated.map((row) => row.website_id))]))
    .orderBy('id')
    .modifyEnd(dialect.forUpdate)
    .compile();
  const ids = dialect.idList(outdated.map(({ id }) => id));
  yield db.deleteFrom('sitegrade_report_details').where('report_id', 'in', ids).compile();
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_reports')
      .where('id', 'in', ids)
      .returning(['owner_id', 'website_id', 'score', 'result'])
      .compile(),
  );
  yield* moveCounters(builder, deleted);
  return { deleted: deleted.length, last };
}

function nextReports(
  { db }: QueryBuilder,
  { after, limit, ownerId, createdBefore, keepPerUrl }: OutdatedQuery,
): CompiledQuery<{
  readonly id: number;
  readonly website_id: number;
  readonly is_outdated: SqlBool;
}> {
  const next = db
    .selectFrom('sitegrade_reports')
    .select(['id', 'owner_id', 'website_id', 'url', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const ofOwner = ownerId === undefined ? next : next.where('owner_id', '=', ownerId);
  const newer = db
    .selectFrom('sitegrade_reports as newer')
    .select('newer.id')
    .whereRef('newer.owner_id', '=', 'report.owner_id' as never)
    .whereRef('newer.url', '=', 'report.url' as never)
    .whereRef('newer.id', '>', 'report.id' as never)
    .orderBy('newer.id')
    .limit(1)
    .offset((keepPerUrl ?? 1) - 1);
  const conditions: RawBuilder<unknown>[] = [
    ...(createdBefore === undefined ? [] : [sql`report.created_at < ${createdBefore.getTime()}`]),
    ...(keepPerUrl === undefined ? [] : [sql`exists ${newer}`]),
  ];
  return db
    .selectFrom(ofOwner.as('report'))
    .select(['report.id', 'report.website_id'])
    .select(sql<SqlBool>`(${sql.join(conditions, sql` or `)})`.as('is_outdated'))
    .orderBy('report.id')
    .compile();
}

function* moveCounters(builder: QueryBuilder, deleted: readonly DeletedRow[]): Work<void> {
  const websites = new Map<number, Counters & { readonly score_sum: number }>();
  const owners = new Map<string, Counters>();
  const none = { reports_count: 0, good_count: 0, decent_count: 0, bad_count: 0 };
  for (const { owner_id, website_id, score, result } of deleted) {
    const change = countersOfReport(result, -1);
    const { score_sum, ...counters } = websites.get(website_id) ?? { ...none, score_sum: 0 };
    websites.set(website_id, { ...addCounters(counters, change), score_sum: score_sum - score });
    owners.set(owner_id, addCounters(owners.get(owner_id) ?? none, change));
  }
  for (const [id, change] of websites) {
    yield moveWebsiteCounters(builder, change).where('id', '=', id).compile();
  }
  for (const ownerId of [...owners.keys()].sort()) {
    const change = owners.get(ownerId) ?? none;
    yield moveOwnerTotals(builder, ownerId, { ...change, websites_count: 0 });
  }
}
