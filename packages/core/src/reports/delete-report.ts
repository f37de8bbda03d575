import type { Context } from '../context/context.ts';
import { requireOwnerId } from '../validate.ts';
import { reportNotFound } from './get-report.ts';

/**
 * Deletes a report of the owner. Its website stays, even without reports.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param id - The id of the report.
 * @throws SitegradeError `not_found` if the owner has no report with this id.
 * @example
 * ```ts
 * await deleteReport(context, 'user-1', 42);
 * ```
 */
export async function deleteReport(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.reports.delete(ownerId, id))) throw reportNotFound();
  context.emit({ type: 'report.deleted', ownerId, reportId: id });
}
