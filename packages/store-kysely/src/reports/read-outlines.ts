import type { OutlinesQuery, ReportOutline } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { websiteReports } from './website-reports.ts';

/** The latest report of a URL, with its outline packed. */
interface PackedReportOutline {
  readonly report: Omit<ReportOutline, 'outline'>;
  readonly outline: Uint8Array | null;
}

/**
 * The latest report of the next URLs of the owner's website. It goes from one URL to the next in the index, and
 * then to the last report of each: two seeks for each URL, however many reports it has.
 */
export function* readOutlineRows(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  { after, limit }: OutlinesQuery,
): Work<readonly PackedReportOutline[]> {
  const { db, dialect } = builder;
  const { ofWebsite, website } = websiteReports(builder, ownerId, websiteId);
  // Ordered by the columns of the index, and not by `min` and `max`, for which Postgres may read another one.
  const next = sql`order by url, id limit 1`;
  const last = sql`order by url desc, id desc limit 1`;
  const found = yield* rowsOf(
    sql<{
      readonly id: number;
    }>`with recursive found(url, position) as (
        select (select url from ${ofWebsite} and url > ${after} ${next}), 1 from ${website}
        union all
        select (select url from ${ofWebsite} and url > found.url ${next}), position + 1
          from found where found.url is not null and position < ${limit}
      )
      select (select id from ${ofWebsite} and url >= found.url and url <= found.url ${last}) as id
        from found where found.url is not null order by position`.compile(db),
  );
  const ids = found.map(({ id }) => Number(id));
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports as report')
      .innerJoin('sitegrade_report_details as details', 'details.report_id', 'report.id')
      .select(['report.id', 'report.url', 'report.final_url', 'report.http_status'])
      .select(['report.score', 'details.outline'])
      .where('report.id', 'in', dialect.idList(ids))
      .compile(),
  );
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { url, final_url: finalUrl, http_status: httpStatus, score, outline } = row;
    return { report: { id, url, finalUrl, httpStatus, score }, outline };
  });
}
