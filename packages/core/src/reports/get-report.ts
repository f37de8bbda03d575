import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Report } from '../store/report.ts';
import { requireOwnerId } from '../validate.ts';

/**
 * Returns a report of the owner, with all check results.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param id - The id of the report.
 * @throws SitegradeError `not_found` if the owner has no report with this id, even if another owner has.
 * @example
 * ```ts
 * const { score, checks } = await getReport(context, 'user-1', 42);
 * ```
 */
export async function getReport(context: Context, ownerId: string, id: number): Promise<Report> {
  requireOwnerId(ownerId);
  const report = await context.store.reports.find(ownerId, id);
  if (report === undefined) throw reportNotFound();
  return report;
}

/** The error for a report that does not exist, or belongs to another owner. */
export function reportNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no report with this id.');
}
