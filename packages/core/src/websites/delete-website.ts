import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { deleteInParts } from '../maintenance/continue-deletions.ts';
import type { WebsiteCondition } from '../store/website-store.ts';
import { requireOwnerId } from '../validate.ts';
import { websiteChanged, websiteNotFound } from './get-website.ts';

/**
 * Deletes a website of the owner and all its reports, crawls and accepted findings. From the first transaction on, nothing finds them any
 * more. Their rows are deleted in small transactions after that, and it yields to the event loop
 * between them. If the database is not available meanwhile, the rest is deleted with the owner's next website
 * or by `continueDeletions`.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @param options - `onlyIf`: a condition that the website must meet in the transaction that deletes it.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `precondition_failed` if
 * `onlyIf` returns `false`.
 * @example
 * ```ts
 * await deleteWebsite(context, 'user-1', 7, { onlyIf: ({ reportsCount }) => reportsCount === 0 });
 * ```
 */
export async function deleteWebsite(
  context: Context,
  ownerId: string,
  id: number,
  { onlyIf }: { readonly onlyIf?: WebsiteCondition } = {},
): Promise<void> {
  requireOwnerId(ownerId);
  const deletion = await context.store.websites.delete(ownerId, id, onlyIf);
  if (deletion.outcome !== 'deleted') {
    throw deletion.outcome === 'missing' ? websiteNotFound() : websiteChanged();
  }
  const { domain, reportsCount } = deletion;
  context.emit({ type: 'website.deleted', ownerId, websiteId: id, domain, reportsCount });
  await deleteRest(context, ownerId);
}

/** Does not fail if the database is not available: the website is deleted, and trying again would not find it. */
async function deleteRest({ store }: Context, ownerId: string): Promise<void> {
  try {
    await deleteInParts(() => store.maintenance.deleteHidden(ownerId));
    await deleteInParts(() => store.crawls.deleteHidden(ownerId));
  } catch (error) {
    if (!isSitegradeError(error) || error.code !== 'overloaded') throw error;
  }
}
