import type { Context } from '../context.ts';
import { requireOwnerId } from '../owner-id.ts';
import { websiteNotFound } from './get-website.ts';

/**
 * Deletes a website of the owner and all its reports.
 *
 * @throws SitegradeError `not_found` where the owner has no such website.
 */
export async function deleteWebsite(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.websites.delete(ownerId, id))) throw websiteNotFound();
}
