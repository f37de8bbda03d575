import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Website } from '../store/website.ts';
import { requireOwnerId } from '../validate.ts';

/**
 * Returns a website of the owner.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @throws SitegradeError `not_found` if the owner has no website with this id, even if another owner has.
 * @example
 * ```ts
 * const { domain, reportsAvgScore } = await getWebsite(context, 'user-1', 7);
 * ```
 */
export async function getWebsite(context: Context, ownerId: string, id: number): Promise<Website> {
  requireOwnerId(ownerId);
  const website = await context.store.websites.find(ownerId, id);
  if (website === undefined) throw websiteNotFound();
  return website;
}

/** The error for a website that does not meet the condition of a request. */
export function websiteChanged(): SitegradeError {
  return new SitegradeError(
    'precondition_failed',
    'The website does not meet the condition of the request, or no longer does. Nothing was changed.',
  );
}

/** The error for a website that does not exist, or belongs to another owner. */
export function websiteNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no website with this id.');
}
