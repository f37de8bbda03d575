import type { Context } from '../context.ts';
import { type ListInput, listInputSchema, toListQuery } from '../list-input.ts';
import type { List } from '../listing.ts';
import { requireOwnerId } from '../validate.ts';
import type { Website } from './website.ts';
import { websiteListing } from './website-listing.ts';

const listWebsitesSchema = listInputSchema(websiteListing);

/** How a listing of websites is searched and sorted. Everything is optional. */
export type ListWebsitesInput = ListInput<typeof websiteListing>;

/**
 * Lists a page of the owner's websites, newest first by default. A website without reports sorts
 * below every average score.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export async function listWebsites(
  context: Context,
  ownerId: string,
  input: ListWebsitesInput = {},
): Promise<List<Website>> {
  requireOwnerId(ownerId);
  const query = toListQuery(websiteListing, listWebsitesSchema, input);
  return context.store.websites.list(ownerId, query);
}
