import type { Context } from '../context/context.ts';
import type { OwnedKind } from '../store/maintenance-store.ts';
import { requireOwnerId } from '../validate.ts';
import { deleteInParts } from './continue-deletions.ts';

/** What {@link deleteOwner} deleted. */
export interface OwnerDeletion {
  readonly apiKeysCount: number;
  readonly jobsCount: number;
  readonly crawlsCount: number;
  readonly websitesCount: number;
  /** Also of websites that had been deleted before, and still had reports. */
  readonly reportsCount: number;
}

/**
 * Deletes everything that an owner has: API keys and their sessions, schedules, webhooks and their deliveries, recipients and their mails, jobs,
 * crawls, idempotency keys, websites with their accepted findings, and reports. It deletes in small transactions and yields to the event loop between them, so that others can
 * work meanwhile. When it returns, no row of the owner is left.
 *
 * Call it after your application has removed the user: what the owner creates while it runs may stay, with exact
 * counters, and a report with an idempotency key may fail. Calling it again deletes the rest. If it fails,
 * websites that were deleted are not found any more, and {@link continueDeletions} deletes their reports.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner to delete. An owner who has nothing is not an error.
 * @returns how much was deleted.
 * @throws SitegradeError `invalid_input` for an invalid owner id; `overloaded` if the database is not available.
 * What was deleted before stays deleted; call it again.
 * @example
 * ```ts
 * const { websitesCount, reportsCount } = await deleteOwner(context, 'user-1');
 * ```
 */
export async function deleteOwner(
  { store: { maintenance, crawls }, emit }: Context,
  ownerId: string,
): Promise<OwnerDeletion> {
  requireOwnerId(ownerId);
  const deleteAll = (kind: OwnedKind): Promise<number> =>
    deleteInParts(() => maintenance.deleteOwned(ownerId, kind));
  // In this order: first what gives access and makes reports.
  const apiKeysCount = await deleteAll('apiKeys');
  await deleteAll('schedules');
  await deleteAll('webhooks');
  await deleteAll('recipients');
  const jobsCount = await deleteAll('jobs');
  const crawlsCount = await deleteAll('crawls');
  await deleteAll('idempotencyKeys');
  const websitesCount = await deleteAll('websites');
  const reportsCount = await deleteInParts(() => maintenance.deleteHidden(ownerId));
  // Also those that were hidden with a website.
  await deleteInParts(() => crawls.deleteHidden(ownerId));
  await deleteAll('totals');
  const deletion = { apiKeysCount, jobsCount, crawlsCount, websitesCount, reportsCount };
  emit({ type: 'owner.deleted', ownerId, ...deletion });
  return deletion;
}
