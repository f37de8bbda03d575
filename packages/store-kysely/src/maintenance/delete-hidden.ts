import type { DeletedPart } from '@sitegrade/core/store';
import { deleteAcceptedOfWebsite } from '../accepted/accepted-row.ts';
import { deleteCrawlsOfWebsite } from '../crawls/delete-crawls.ts';
import type { QueryBuilder } from '../dialect.ts';
import { deleteRecipientsOfWebsite } from '../mails/delete-recipients.ts';
import { deleteReportRows, newestReportsOf } from '../reports/delete-report-rows.ts';
import { deleteDeliveriesOf, deleteHiddenDeliveries } from '../webhooks/delete-deliveries.ts';
import { rowsOf, type Work } from '../work.ts';

/** The most websites whose reports one part deletes. */
const websitesAtOnce = 20;

/**
 * Deletes some reports of deleted websites, and their crawls, accepted findings, recipients and deliveries; and some deliveries of
 * deleted webhooks. The counters do not count them any more.
 *
 * For one owner it waits for others that delete the same, so that nothing is left at the end; otherwise it
 * skips what others are deleting.
 */
export function* deleteHidden(
  builder: QueryBuilder,
  ownerId: string | undefined,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const next = db
    .selectFrom('sitegrade_deleted_websites')
    .select(['website_id', 'owner_id'])
    .where('website_id', '>', 0)
    .orderBy('website_id')
    .limit(websitesAtOnce);
  const websites = yield* rowsOf(
    ownerId === undefined
      ? next.modifyEnd(dialect.forUpdateSkipLocked).compile()
      : next.where('owner_id', '=', ownerId).modifyEnd(dialect.forUpdate).compile(),
  );

  const reports: number[] = [];
  const emptied: number[] = [];
  let deliveriesLeft = dialect.deliveriesDeletedAtOnce;
  let accepted = 0;
  let recipientsLeft = dialect.deliveriesDeletedAtOnce;
  for (const { website_id, owner_id } of websites) {
    const limit = dialect.deletedAtOnce - reports.length;
    if (limit === 0) break;
    const found = yield* rowsOf(newestReportsOf(builder, owner_id, website_id, limit));
    reports.push(...found.map(({ id }) => id));
    const deliveries = yield* deleteDeliveriesOf(builder, { website_id }, deliveriesLeft);
    deliveriesLeft -= deliveries.deleted;
    if (found.length === limit || !deliveries.isEmpty) continue;
    if (!(yield* deleteCrawlsOfWebsite(builder, owner_id, website_id))) continue;
    const acceptedLimit = dialect.crawlPagesDeletedAtOnce - accepted;
    const deleted = yield* deleteAcceptedOfWebsite(builder, website_id, acceptedLimit);
    accepted += deleted;
    const recipients = yield* deleteRecipientsOfWebsite(
      builder,
      owner_id,
      website_id,
      recipientsLeft,
    );
    const areRecipientsLeft = recipients === recipientsLeft;
    recipientsLeft -= recipients;
    if (deleted < acceptedLimit && !areRecipientsLeft) emptied.push(website_id);
  }
  yield* deleteReportRows(builder, reports);
  if (reports.length > 0 && dialect.searchIndex.tidyUp) yield dialect.searchIndex.tidyUp(db);
  yield db
    .deleteFrom('sitegrade_deleted_websites')
    .where('website_id', 'in', dialect.idList(emptied))
    .compile();
  const areDeliveriesDone = yield* deleteHiddenDeliveries(builder, ownerId, deliveriesLeft);
  const isDone = websites.length < websitesAtOnce && emptied.length === websites.length;
  return { deleted: reports.length, isDone: isDone && areDeliveriesDone };
}
