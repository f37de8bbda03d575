import type { Context } from '../context.ts';
import type { WebsiteCondition } from '../store.ts';
import { requireOwnerId } from '../validate.ts';
import { websiteChanged, websiteNotFound } from './get-website.ts';

/**
 * Deletes a website of the owner and all its reports. With `onlyIf` it is deleted only if it is, at
 * that very moment, as the function wants it.
 *
 * @throws SitegradeError `not_found` where the owner has no such website; `precondition_failed`
 * where `onlyIf` says no.
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
}
