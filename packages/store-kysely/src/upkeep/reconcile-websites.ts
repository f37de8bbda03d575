import type { CounterDrift, ReconciledPart, ReconcileQuery } from '@sitegrade/core';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { driftOf } from './drift.ts';

interface CountedRow {
  readonly id: number;
  readonly reports_count: number;
  readonly score_sum: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

/** Compares the counters of the next websites by id with their reports, and mends them if asked. */
export function* reconcileWebsites(
  builder: QueryBuilder,
  { after, limit, mend }: ReconcileQuery<number>,
): Work<ReconciledPart<number>> {
  const { db, dialect } = builder;
  const next = db
    .selectFrom('sitegrade_websites')
    .select(['id', 'owner_id', 'reports_count', 'score_sum'])
    .select(['good_count', 'decent_count', 'bad_count'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  // Counted by a statement of its own, which sees all that was done before the lock was had.
  const websites = yield* rowsOf((mend ? next.modifyEnd(dialect.forUpdate) : next).compile());
  const ids = websites.map(({ id }) => id);
  const rows = new Map(
    (yield* rowsOf(countReports(builder, ids))).map((row) => [row.id, row] as const),
  );

  const drifts: CounterDrift[] = [];
  for (const { id, owner_id, ...stored } of websites) {
    const { id: _, ...counted } = rows.get(id) ?? { ...nothing, id };
    const drift = driftOf({ ownerId: owner_id, websiteId: id }, stored, counted);
    if (drift === undefined) continue;
    drifts.push(drift);
    if (mend) {
      const average_tenths = averageTenths(counted);
      yield db
        .updateTable('sitegrade_websites')
        .set({ ...counted, average_tenths })
        .where('id', '=', id)
        .compile();
    }
  }
  return { checked: websites.length, drifts, last: ids.at(-1) };
}

const nothing = { reports_count: 0, score_sum: 0, good_count: 0, decent_count: 0, bad_count: 0 };

function countReports(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): CompiledQuery<CountedRow> {
  const countOf = (result: string) =>
    sql<number>`count(case report.result when ${result} then 1 end)`;
  return db
    .selectFrom('sitegrade_websites as website')
    .innerJoin('sitegrade_reports as report', (join) =>
      join
        .onRef('report.owner_id', '=', 'website.owner_id')
        .onRef('report.website_id', '=', 'website.id'),
    )
    .select([
      'website.id',
      sql<number>`count(*)`.as('reports_count'),
      sql<number>`sum(report.score)`.as('score_sum'),
      countOf('good').as('good_count'),
      countOf('decent').as('decent_count'),
      countOf('bad').as('bad_count'),
    ])
    .where('website.id', 'in', dialect.setOfIds(ids))
    .groupBy('website.id')
    .compile();
}

function averageTenths({ reports_count, score_sum }: Omit<CountedRow, 'id'>): number {
  if (reports_count === 0) return -1;
  return Math.floor((score_sum * 20 + reports_count) / (reports_count * 2));
}
