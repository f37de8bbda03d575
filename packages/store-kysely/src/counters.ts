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

/** A change of a website by its reports. */
type WebsiteChange = Counters & { readonly score_sum: number };

/** What the columns of a website begin with in a statement that has others of the same names. */
type Prefix = '' | 'sitegrade_websites.';

/**
 * Updates the counters and the score of the website that the caller selects with `where`: by a difference, because
 * counting again would be wrong in a race.
 *
 * @param newestAt - When the newest report of the website was created, after the change.
 */
export function moveWebsiteCounters(
  { db }: Pick<QueryBuilder, 'db'>,
  change: WebsiteChange & LatestScores,
  newestAt: Expression<number | null>,
) {
  const count = moved('', 'latest_count', change.latest_count);
  const sum = moved('', 'latest_sum', change.latest_sum);
  return db.updateTable('sitegrade_websites').set({
    ...movedCounters(change),
    ...movedScore({ count, sum, mean: meanOfLatest(sum, count) }, newestAt),
  });
}

/** The counters of a website after a change. */
export function movedCounters(change: WebsiteChange, prefix: Prefix = '') {
  const count = moved(prefix, 'reports_count', change.reports_count);
  const sum = moved(prefix, 'score_sum', change.score_sum);
  return {
    reports_count: count,
    score_sum: sum,
    good_count: moved(prefix, 'good_count', change.good_count),
    decent_count: moved(prefix, 'decent_count', change.decent_count),
    bad_count: moved(prefix, 'bad_count', change.bad_count),
    average_tenths: averageTenths(sum, count),
  };
}

/** The score of a website after a change of the latest reports of its URLs, unless it is that of a crawl. */
export function movedScore(
  { count, sum, mean }: Readonly<Record<'count' | 'sum' | 'mean', Expression<number>>>,
  newestAt: Expression<number | null>,
  prefix: Prefix = '',
) {
  const ofCrawlOr = (crawled: string, other: Expression<number | null>) =>
    sql<number>`case when ${sql.ref(`${prefix}crawl_id`)} is not null
      then ${sql.ref(`${prefix}${crawled}`)} else ${other} end`;
  return {
    latest_count: count,
    latest_sum: sum,
    score: ofCrawlOr('crawl_score', mean),
    measured_at: ofCrawlOr('measured_at', newestAt),
  };
}

function moved(prefix: Prefix, column: string, change: number | Expression<number>) {
  return sql<number>`${sql.ref(`${prefix}${column}`)} + ${change}`;
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
