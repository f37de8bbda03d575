import type { CompiledQuery } from 'kysely';
import { countersOfReport, moveOwnerTotals, moveWebsiteCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { deletedColumns } from './delete-report-rows.ts';
import { latestAfterDeletion, newestReportAt, noLatest } from './latest-scores.ts';

/** Deletes a report of the owner, and updates the counters by the deleted row. */
export function* deleteReportRow(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<boolean> {
  const { db } = builder;
  const website = yield* firstOf(lockWebsite(builder, ownerId, id));
  if (website === undefined) return false;

  yield db
    .deleteFrom('sitegrade_report_details')
    .where('report_id', 'in', (query) =>
      query
        .selectFrom('sitegrade_reports')
        .select('id')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId),
    )
    .compile();
  const deleted = yield* firstOf(
    db
      .deleteFrom('sitegrade_reports')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning(deletedColumns)
      .compile(),
  );
  if (deleted === undefined) return false;
  yield db.deleteFrom('sitegrade_screenshots').where('report_id', '=', id).compile();

  const change = countersOfReport(deleted.result, -1);
  const latest = (yield* latestAfterDeletion(builder, [deleted])).get(website.id) ?? noLatest;
  const counters = { ...change, ...latest, score_sum: -deleted.score };
  yield moveWebsiteCounters(builder, counters, newestReportAt(builder))
    .where('id', '=', deleted.website_id)
    .compile();
  yield moveOwnerTotals(builder, ownerId, { ...change, websites_count: 0 });
  return true;
}

/** Every method locks the website before its reports, otherwise two of them could deadlock. */
function lockWebsite(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  id: number,
): CompiledQuery<{ readonly id: number }> {
  return db
    .selectFrom('sitegrade_websites')
    .select('id')
    .where('id', '=', (query) =>
      query
        .selectFrom('sitegrade_reports')
        .select('website_id')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId),
    )
    .modifyEnd(dialect.forUpdate)
    .compile();
}
