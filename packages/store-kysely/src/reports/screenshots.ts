import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';

/**
 * Inserts the picture of a report, and deletes the oldest of the owner beyond the newest ones. The report is locked: a
 * deletion deletes its row first and its picture after that, so that none is left.
 */
export function* keepScreenshot(
  { db, dialect }: QueryBuilder,
  {
    ownerId,
    id,
    image,
    most,
  }: {
    readonly ownerId: string;
    readonly id: number;
    readonly image: Uint8Array;
    readonly most: number;
  },
): Work<void> {
  const report = yield* firstOf(
    db
      .selectFrom('sitegrade_reports')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  if (report === undefined) return;
  yield db
    .insertInto('sitegrade_screenshots')
    .values({ report_id: id, owner_id: ownerId, image })
    .onConflict((conflict) => conflict.column('report_id').doNothing())
    .compile();
  yield db
    .deleteFrom('sitegrade_screenshots')
    .where('owner_id', '=', ownerId)
    .where('report_id', '<=', (query) =>
      query
        .selectFrom('sitegrade_screenshots')
        .select('report_id')
        .where('owner_id', '=', ownerId)
        .orderBy('report_id', 'desc')
        .limit(1)
        .offset(most),
    )
    .compile();
}

/** The picture of a report, unless its website was deleted. */
export function* findScreenshot(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Uint8Array | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_screenshots as screenshot')
      .innerJoin('sitegrade_reports as report', 'report.id', 'screenshot.report_id')
      .innerJoin('sitegrade_websites as website', 'website.id', 'report.website_id')
      .select('screenshot.image')
      .where('screenshot.report_id', '=', id)
      .where('screenshot.owner_id', '=', ownerId)
      .compile(),
  );
  return row?.image;
}
