import type { Result } from '@sitegrade/core';
import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';

/** Changes of the counters of a website and its owner. */
export interface Counters {
  readonly reports_count: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

/** The change of the counters for an added (1) or deleted (−1) report. */
export function countersOfReport(result: Result, by: 1 | -1): Counters {
  return {
    reports_count: by,
    good_count: result === 'good' ? by : 0,
    decent_count: result === 'decent' ? by : 0,
    bad_count: result === 'bad' ? by : 0,
  };
}

/** No change. */
export const noCounters: Counters = {
  reports_count: 0,
  good_count: 0,
  decent_count: 0,
  bad_count: 0,
};

/** The sum of both changes. */
export function addCounters(a: Counters, b: Counters): Counters {
  return {
    reports_count: a.reports_count + b.reports_count,
    good_count: a.good_count + b.good_count,
    decent_count: a.decent_count + b.decent_count,
    bad_count: a.bad_count + b.bad_count,
  };
}

/** Changes of the number and the sum of the scores of the latest reports of URLs. */
export interface LatestScores {
  readonly latest_count: number | Expression<number>;
  readonly latest_sum: number | Expression<number>;
}

/**
 * Updates the counters and the score of the website that the caller selects with `where`: by a difference, because
 * counting again would be wrong in a race.
 *
 * @param newestAt - When the newest report of the website was created, after the change.
 */
export function moveWebsiteCounters(
  { db }: { readonly db: Pick<QueryBuilder['db'], 'updateTable'> },
  change: Counters & LatestScores & { readonly score_sum: number },
  newestAt: Expression<number | null>,
) {
  return db.updateTable('sitegrade_websites').set((row) => {
    const count = row('reports_count', '+', change.reports_count);
    const sum = row('score_sum', '+', change.score_sum);
    const latestCount = row('latest_count', '+', change.latest_count);
    const latestSum = row('latest_sum', '+', change.latest_sum);
    return {
      reports_count: count,
      score_sum: sum,
      good_count: row('good_count', '+', change.good_count),
      decent_count: row('decent_count', '+', change.decent_count),
      bad_count: row('bad_count', '+', change.bad_count),
      average_tenths: averageTenths(sum, count),
      latest_count: latestCount,
      latest_sum: latestSum,
      score: sql<number>`case when crawl_id is not null then crawl_score
        else ${meanOfLatest(latestSum, latestCount)} end`,
      measured_at: sql<number>`case when crawl_id is not null then measured_at
        else ${newestAt} end`,
    };
  });
}

/** The mean of the scores of the latest reports, halves up, −1 without any, in integers. */
export function meanOfLatest(
  sum: Expression<number>,
  count: Expression<number>,
): RawBuilder<number> {
  // As in `averageTenths`.
  const whole = (value: Expression<number>) => sql`cast(${value} as bigint)`;
  return sql<number>`case when ${count} = 0 then -1
    else (${whole(sum)} * 2 + ${whole(count)}) / (${whole(count)} * 2) end`;
}

/** `sum / count` in tenths, halves up, in integers: a running fraction would drift. */
function averageTenths(sum: Expression<number>, count: Expression<number>) {
  // better-sqlite3 binds every number as a float, and dividing by a float is not integer division.
  const whole = (value: Expression<number>) => sql`cast(${value} as bigint)`;
  return sql<number>`case when ${count} = 0 then -1
    else (${whole(sum)} * 20 + ${whole(count)}) / (${whole(count)} * 2) end`;
}

/** Updates the totals of an owner. The row is inserted with the first website. */
export function moveOwnerTotals(
  { db }: QueryBuilder,
  ownerId: string,
  change: Counters & { readonly websites_count: number },
): CompiledQuery {
  return db
    .insertInto('sitegrade_owner_totals')
    .values({ owner_id: ownerId, ...change })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedTotals()))
    .compile();
}

/** The sum of the existing totals of an owner and those to insert. */
export function addedTotals() {
  const added = (column: keyof Counters | 'websites_count') =>
    sql<number>`${sql.ref(`sitegrade_owner_totals.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  return {
    websites_count: added('websites_count'),
    reports_count: added('reports_count'),
    good_count: added('good_count'),
    decent_count: added('decent_count'),
    bad_count: added('bad_count'),
  };
}
