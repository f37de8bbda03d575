import type { Result } from '@sitegrade/core';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** A report that was deleted. */
export interface DeletedReport {
  readonly id: number;
  readonly owner_id: string;
  readonly website_id: number;
  readonly url: string;
  readonly score: number;
  readonly result: Result;
}

/** The columns of a {@link DeletedReport}. */
export const deletedColumns = ['id', 'owner_id', 'website_id', 'url', 'score', 'result'] as const;

/** Deletes the reports with these ids, their details and their pictures. Does not update the counters. */
export function* deleteReportRows(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): Work<readonly DeletedReport[]> {
  const list = dialect.idList(ids);
  // Not by a cascade: a host may have disabled foreign keys on its connection.
  yield db.deleteFrom('sitegrade_report_details').where('report_id', 'in', list).compile();
  const deleted = yield* rowsOf(
    db.deleteFrom('sitegrade_reports').where('id', 'in', list).returning(deletedColumns).compile(),
  );
  yield db.deleteFrom('sitegrade_screenshots').where('report_id', 'in', list).compile();
  return deleted;
}

/** The newest reports of a website, which are the first in most lists. */
export function newestReportsOf(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  websiteId: number,
  limit: number,
): CompiledQuery<{ readonly id: number }> {
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_id');
  // Not an equality: then the order would be that by id, and Postgres might read the primary key.
  return sql<{ readonly id: number }>`select id from ${reports}
    where owner_id = ${ownerId} and website_id >= ${websiteId} and website_id <= ${websiteId}
    order by website_id desc, id desc limit ${limit}`.compile(db);
}
