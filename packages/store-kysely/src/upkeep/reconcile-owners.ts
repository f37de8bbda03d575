import type { CounterDrift, ReconciledPart, ReconcileQuery } from '@sitegrade/core';
import { type CompiledQuery, sql } from 'kysely';
import { moveOwnerTotals } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { driftOf } from './drift.ts';

interface TotalsRow {
  readonly websites_count: number;
  readonly reports_count: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

const nothing: TotalsRow = {
  websites_count: 0,
  reports_count: 0,
  good_count: 0,
  decent_count: 0,
  bad_count: 0,
};

/** Compares the totals of the next owners with the counters of their websites, and mends if asked. */
export function* reconcileOwners(
  builder: QueryBuilder,
  { after, limit, mend }: ReconcileQuery<string>,
): Work<ReconciledPart<string>> {
  const owners = (yield* rowsOf(nextOwners(builder, after, limit))).map((row) => row.owner_id);
  const drifts: CounterDrift[] = [];
  for (const ownerId of owners) {
    const drift = yield* reconcileOwner(builder, ownerId, mend);
    if (drift) drifts.push(drift);
  }
  return { checked: owners.length, drifts, last: owners.at(-1) };
}

function* reconcileOwner(
  builder: QueryBuilder,
  ownerId: string,
  mend: boolean,
): Work<CounterDrift | undefined> {
  const { db } = builder;
  // Moves nothing, but makes others wait who would move them, and makes the row where it is missing.
  if (mend) yield moveOwnerTotals(builder, ownerId, nothing);
  const stored = yield* firstOf(
    db
      .selectFrom('sitegrade_owner_totals')
      .select(['websites_count', 'reports_count', 'good_count', 'decent_count', 'bad_count'])
      .where('owner_id', '=', ownerId)
      .compile(),
  );
  const counted = (yield* firstOf(countWebsites(builder, ownerId))) ?? nothing;
  const drift = driftOf({ ownerId, websiteId: undefined }, { ...stored }, { ...counted });
  if (drift && mend) {
    yield db
      .updateTable('sitegrade_owner_totals')
      .set(counted)
      .where('owner_id', '=', ownerId)
      .compile();
  }
  return drift;
}

/** Owners with websites, with totals or with both: a row of totals may be what is missing. */
function nextOwners(
  { db }: QueryBuilder,
  after: string,
  limit: number,
): CompiledQuery<{ readonly owner_id: string }> {
  const withTotals = db
    .selectFrom('sitegrade_owner_totals')
    .select('owner_id')
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  const withWebsites = db
    .selectFrom('sitegrade_websites')
    .select('owner_id')
    .distinct()
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  return db
    .selectFrom(withTotals.as('totals'))
    .select('owner_id')
    .union(db.selectFrom(withWebsites.as('websites')).select('owner_id'))
    .orderBy('owner_id')
    .limit(limit)
    .compile();
}

function countWebsites({ db }: QueryBuilder, ownerId: string): CompiledQuery<TotalsRow> {
  const sumOf = (column: string) =>
    sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
  return db
    .selectFrom('sitegrade_websites')
    .select([
      sql<number>`count(*)`.as('websites_count'),
      sumOf('reports_count').as('reports_count'),
      sumOf('good_count').as('good_count'),
      sumOf('decent_count').as('decent_count'),
      sumOf('bad_count').as('bad_count'),
    ])
    .where('owner_id', '=', ownerId)
    .compile();
}
