import type { WebsiteCondition, WebsiteDeletion } from '@sitegrade/core/store';
import { deleteAcceptedOfWebsite } from '../accepted/accepted-row.ts';
import { moveOwnerTotals } from '../counters.ts';
import { deleteCrawlsOfWebsite } from '../crawls/delete-crawls.ts';
import type { QueryBuilder } from '../dialect.ts';
import { deleteRecipientsOfWebsite } from '../mails/delete-recipients.ts';
import { deleteReportRows, newestReportsOf } from '../reports/delete-report-rows.ts';
import { deleteSchedules } from '../schedules/schedule-row.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { findWebsite } from './website-row.ts';

/**
 * Deletes a website of the owner, and subtracts it and its reports from the owner's totals. Of the reports it
 * deletes the newest, and of the crawls, recipients and accepted findings some; without their website, the others are hidden until
 * `deleteHidden` deletes them, and the deliveries.
 */
export function* deleteWebsiteRow(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  onlyIf?: WebsiteCondition,
): Work<WebsiteDeletion> {
  const { db, dialect } = builder;
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

  // Before its crawls, which a run that is being started inserts after it has locked the schedule.
  yield deleteSchedules(builder, [id]);
  const { deletedAtOnce, crawlPagesDeletedAtOnce: acceptedAtOnce } = dialect;
  const newest = yield* rowsOf(newestReportsOf(builder, ownerId, id, deletedAtOnce));
  yield* deleteReportRows(
    builder,
    newest.map((report) => report.id),
  );
  const hasNoCrawls = yield* deleteCrawlsOfWebsite(builder, ownerId, id);
  const delivery = yield* firstOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select('id')
      .where('website_id', '=', id)
      .limit(1)
      .compile(),
  );
  const accepted = yield* deleteAcceptedOfWebsite(builder, id, acceptedAtOnce);
  const recipientsAtOnce = dialect.deliveriesDeletedAtOnce;
  const recipients = yield* deleteRecipientsOfWebsite(builder, ownerId, id, recipientsAtOnce);
  const isRestLeft =
    newest.length === deletedAtOnce ||
    accepted === acceptedAtOnce ||
    recipients === recipientsAtOnce;
  if (isRestLeft || !hasNoCrawls || delivery) {
    yield db
      .insertInto('sitegrade_deleted_websites')
      .values({ website_id: id, owner_id: ownerId })
      .compile();
  }
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
