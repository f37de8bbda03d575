import type { OutdatedPart, OutdatedQuery } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  addCounters,
  type Counters,
  countersOfReport,
  moveOwnerTotals,
  moveWebsiteCounters,
  noCounters,
} from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { type DeletedReport, deleteReportRows } from '../reports/delete-report-rows.ts';
import { latestAfterDeletion, newestReportAt, noLatest } from '../reports/latest-scores.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** Reads the next reports by id, deletes the outdated ones and updates the counters. */
export function* deleteOutdated(builder: QueryBuilder, query: OutdatedQuery): Work<OutdatedPart> {
  const hidden = yield* firstOf(
    builder.db
      .selectFrom('sitegrade_deleted_websites')
      .select(({ fn }) => fn.max('website_id').as('website_id'))
      .compile(),
  );
  const hasHidden = hidden !== undefined && hidden.website_id !== null;
  const looked = yield* rowsOf(nextReports(builder, query, hasHidden));
  const last = looked.at(-1)?.id;
  const outdated = looked.filter(({ is_outdated }) => Boolean(is_outdated));
  if (outdated.length === 0) return { deleted: 0, last };

  // Every method locks websites before their reports, and several websites in the order of ids.
  const { db, dialect } = builder;
  const websites = yield* rowsOf(
    db
      .selectFrom('sitegrade_websites')
      .select('id')
      .where('id', 'in', dialect.idList([...new Set(outdated.map((row) => row.website_id))]))
      .orderBy('id')
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  // The counters of a deleted website do not count its reports any more: `deleteHidden` deletes them.
  const existing = new Set(websites.map(({ id }) => id));
  const deleted = yield* deleteReportRows(
    builder,
    outdated.filter((row) => existing.has(row.website_id)).map(({ id }) => id),
  );
  yield* moveCounters(builder, deleted);
  return { deleted: deleted.length, last };
}

function nextReports(
  { db }: QueryBuilder,
  { after, limit, ownerId, createdBefore, keepPerUrl }: OutdatedQuery,
  hasHidden: boolean,
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
  const allNewer = db
    .selectFrom('sitegrade_reports as newer')
    .select('newer.id')
    .whereRef('newer.owner_id', '=', 'report.owner_id' as never)
    .whereRef('newer.url', '=', 'report.url' as never)
    .whereRef('newer.id', '>', 'report.id' as never);
  const newer = (hasHidden ? allNewer.where(isVisible(db)) : allNewer)
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

/** Only if it is needed: otherwise an index has all that is read. */
function isVisible(db: QueryBuilder['db']) {
  const hidden = db.selectFrom('sitegrade_deleted_websites').select('website_id');
  return sql<SqlBool>`newer.website_id not in (${hidden})`;
}

function* moveCounters(builder: QueryBuilder, deleted: readonly DeletedReport[]): Work<void> {
  const websites = new Map<number, Counters & { readonly score_sum: number }>();
  const owners = new Map<string, Counters>();
  for (const { owner_id, website_id, score, result } of deleted) {
    const change = countersOfReport(result, -1);
    const { score_sum, ...counters } = websites.get(website_id) ?? { ...noCounters, score_sum: 0 };
    websites.set(website_id, { ...addCounters(counters, change), score_sum: score_sum - score });
    owners.set(owner_id, addCounters(owners.get(owner_id) ?? noCounters, change));
  }
  const latest = yield* latestAfterDeletion(builder, deleted);
  for (const [id, counters] of websites) {
    const change = { ...counters, ...(latest.get(id) ?? noLatest) };
    yield moveWebsiteCounters(builder, change, newestReportAt(builder))
      .where('id', '=', id)
      .compile();
  }
  for (const ownerId of [...owners.keys()].sort()) {
    const change = owners.get(ownerId) ?? noCounters;
    yield moveOwnerTotals(builder, ownerId, { ...change, websites_count: 0 });
  }
}
