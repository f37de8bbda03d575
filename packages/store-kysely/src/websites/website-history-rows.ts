import type { HistoryDay } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The reports of the owner's website by day: of the latest days, oldest first. */
export function* websiteHistoryRows(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  id: number,
  maxDays: number,
): Work<readonly HistoryDay[] | undefined> {
  const website = db
    .selectFrom('sitegrade_websites')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id);
  if ((yield* firstOf(website.compile())) === undefined) return undefined;
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_id');
  const rows = yield* rowsOf(
    sql<DayRow>`select created_at / 86400000 as day, count(*) as reports, sum(score) as score_sum,
      min(score) as lowest, max(score) as highest, max(id) as last_id
      from ${reports} where owner_id = ${ownerId} and website_id = ${id}
      group by created_at / 86400000 order by day desc limit ${maxDays}`.compile(db),
  );
  const lastOnes = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports')
      .select(['id', 'score'])
      .where('id', 'in', dialect.idList(rows.map(({ last_id }) => Number(last_id))))
      .compile(),
  );
  const scores = new Map(lastOnes.map((row) => [Number(row.id), row.score]));
  return rows.toReversed().map((row) => {
    return {
      day: Number(row.day),
      count: Number(row.reports),
      scoreSum: Number(row.score_sum),
      min: row.lowest,
      max: row.highest,
      last: scores.get(Number(row.last_id)) ?? 0,
    };
  });
}

/** One day. Postgres returns large integers as strings, unless the host has set parsers. */
interface DayRow {
  readonly day: number | string;
  readonly reports: number | string;
  readonly score_sum: number | string;
  readonly lowest: number;
  readonly highest: number;
  readonly last_id: number | string;
}
