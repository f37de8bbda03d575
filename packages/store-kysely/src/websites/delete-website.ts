import type { WebsiteCondition, WebsiteDeletion } from '@sitegrade/core';
import { moveOwnerTotals } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { findWebsite } from './website-row.ts';

/** Deletes a website of the owner with its reports, and subtracts both from the owner's totals. */
export function* deleteWebsiteRow(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  onlyIf?: WebsiteCondition,
): Work<WebsiteDeletion> {
  const { db } = builder;
  // Changes nothing, but prevents new reports until the website is deleted.
  const locked = yield* firstOf(
    db
      .updateTable('sitegrade_websites')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning(['domain', 'reports_count', 'good_count', 'decent_count', 'bad_count'])
      .compile(),
  );
  if (locked === undefined) return { outcome: 'missing' };
  if (onlyIf) {
    const current = yield* findWebsite(builder, ownerId, id);
    if (current && !onlyIf(current)) return { outcome: 'condition_failed' };
  }

  // Not by a cascade: a host may have disabled foreign keys on its connection.
  yield db
    .deleteFrom('sitegrade_report_details')
    .where('report_id', 'in', (query) =>
      query
        .selectFrom('sitegrade_reports')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('website_id', '=', id),
    )
    .compile();
  yield db
    .deleteFrom('sitegrade_reports')
    .where('owner_id', '=', ownerId)
    .where('website_id', '=', id)
    .compile();
  yield db.deleteFrom('sitegrade_websites').where('id', '=', id).compile();
  yield moveOwnerTotals(builder, ownerId, {
    websites_count: -1,
    reports_count: -locked.reports_count,
    good_count: -locked.good_count,
    decent_count: -locked.decent_count,
    bad_count: -locked.bad_count,
  });
  return { outcome: 'deleted', domain: locked.domain, reportsCount: locked.reports_count };
}
