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
import { rowsOf, type Work } from '../work.ts';
import type { OutdatedReports } from './find-outdated.ts';

/** Deletes reports that are outdated, and updates the counters. Returns their number. */
export function* deleteOutdated(builder: QueryBuilder, { reports }: OutdatedReports): Work<number> {
  // Every method locks websites before their reports, and several websites in the order of ids.
  const { db, dialect } = builder;
  const websites = yield* rowsOf(
    db
      .selectFrom('sitegrade_websites')
      .select('id')
      .where('id', 'in', dialect.idList([...new Set(reports.map((row) => row.website_id))]))
      .orderBy('id')
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  // The counters of a deleted website do not count its reports any more: `deleteHidden` deletes them.
  const existing = new Set(websites.map(({ id }) => id));
  const deleted = yield* deleteReportRows(
    builder,
    reports.filter((row) => existing.has(row.website_id)).map(({ id }) => id),
  );
  yield* moveCounters(builder, deleted);
  return deleted.length;
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
