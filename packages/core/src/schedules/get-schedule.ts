import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Schedule } from '../store/schedule.ts';
import type { ScheduleCondition } from '../store/schedule-store.ts';
import { requireOwnerId } from '../validate.ts';
import { getWebsite } from '../websites/get-website.ts';

/**
 * Returns the schedule of a website: when it runs, what it starts, and what is known of its last run.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @throws SitegradeError `not_found` if the owner has no website with this id, or it has no schedule.
 * @example
 * ```ts
 * const { nextRunAt, lastRunAt } = await getSchedule(context, 'user-1', 7);
 * ```
 */
export async function getSchedule(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<Schedule> {
  await getWebsite(context, ownerId, websiteId);
  const schedule = await context.store.schedules.find(ownerId, websiteId);
  if (schedule === undefined) throw scheduleNotFound();
  return schedule;
}

/**
 * Deletes the schedule of a website. What its runs have started goes on.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param options - `onlyIf`: a condition that the schedule must meet in the transaction that deletes it.
 * @throws SitegradeError `not_found` if the owner has no website with this id, or it has no schedule;
 * `precondition_failed` if `onlyIf` returns `false`.
 * @example
 * ```ts
 * await deleteSchedule(context, 'user-1', 7);
 * ```
 */
export async function deleteSchedule(
  context: Context,
  ownerId: string,
  websiteId: number,
  { onlyIf }: { readonly onlyIf?: ScheduleCondition } = {},
): Promise<void> {
  requireOwnerId(ownerId);
  const { outcome } = await context.store.schedules.delete(ownerId, websiteId, onlyIf);
  if (outcome === 'condition_failed') throw scheduleChanged();
  if (outcome === 'deleted') return;
  await getWebsite(context, ownerId, websiteId);
  throw scheduleNotFound();
}

/** The error for a website without a schedule. */
export function scheduleNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'The website has no schedule.');
}

/** The error for a schedule that does not meet the condition of a request. */
export function scheduleChanged(): SitegradeError {
  return new SitegradeError(
    'precondition_failed',
    'The schedule does not meet the condition of the request, or no longer does. Nothing was changed.',
  );
}
