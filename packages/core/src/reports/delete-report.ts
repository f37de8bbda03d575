import type { Context } from '../context.ts';
import { requireOwnerId } from '../validate.ts';
import { reportNotFound } from './get-report.ts';

/**
 * Deletes a report of the owner. Its website stays, with its privacy, even when this was its last
 * report.
 *
 * @throws SitegradeError `not_found` where the owner has no such report.
 */
export async function deleteReport(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.reports.delete(ownerId, id))) throw reportNotFound();
  context.emit({ type: 'report.deleted', ownerId, reportId: id });
}
