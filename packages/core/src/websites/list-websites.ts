import type { Context } from '../context/context.ts';
import { type ListInput, listInputSchema, toListQuery } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { Website } from '../store/website.ts';
import { websiteListing } from '../store/website-listing.ts';
import { requireOwnerId } from '../validate.ts';

const listWebsitesSchema = listInputSchema(websiteListing);

/** Input of {@link listWebsites}: search, sorting and the position. Everything is optional. */
export type ListWebsitesInput = ListInput<typeof websiteListing>;

/**
 * Lists one page of the owner's websites, newest first by default. Sorted by average score, websites
 * without reports count as lowest.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the websites.
 * @param input - Search, sorting, and which page to return.
 * @throws SitegradeError `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows, total } = await listWebsites(context, 'user-1', { search: 'example', perPage: 10 });
 * ```
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
