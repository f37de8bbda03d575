import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import { requireOwnerId } from '../validate.ts';
import type { Report } from './report.ts';

/**
 * One whole report of the owner.
 *
 * @throws SitegradeError `not_found` where the owner has no such report, even if another owner has one.
 */
export async function getReport(context: Context, ownerId: string, id: number): Promise<Report> {
  requireOwnerId(ownerId);
  const report = await context.store.reports.find(ownerId, id);
  if (report === undefined) throw reportNotFound();
  return report;
}

/** The error for a report that is not there, or not the owner's. */
export function reportNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no report with this id.');
}
