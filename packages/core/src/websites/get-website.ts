import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import { requireOwnerId } from '../validate.ts';
import type { Website } from './website.ts';

/**
 * One website of the owner.
 *
 * @throws SitegradeError `not_found` where the owner has no such website, even if another owner has one.
 */
export async function getWebsite(context: Context, ownerId: string, id: number): Promise<Website> {
  requireOwnerId(ownerId);
  const website = await context.store.websites.find(ownerId, id);
  if (website === undefined) throw websiteNotFound();
  return website;
}

/** The error for a website that is no longer as the caller expects it. */
export function websiteChanged(): SitegradeError {
  return new SitegradeError(
    'precondition_failed',
    'The website is not, or no longer, as the request expects it. Nothing was changed: read it again.',
  );
}

/** The error for a website that is not there, or not the owner's. */
export function websiteNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no website with this id.');
}
