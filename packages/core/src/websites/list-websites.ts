import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { Website } from '../store/website.ts';
import { websiteListing } from '../store/website-listing.ts';
import { requireOwnerId } from '../validate.ts';

const { each, toListQuery } = listingInput(websiteListing);

/** Input of {@link listWebsites}: search, sorting and the position. Everything is optional. */
export type ListWebsitesInput = ListInput<typeof websiteListing>;

/** Input of {@link eachWebsite}: search and sorting. Everything is optional. */
export type EachWebsiteInput = RowsInput<typeof websiteListing>;

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
  const query = toListQuery(input);
  return context.store.websites.list(ownerId, query);
}

/**
 * Yields all websites of the owner, newest first by default. They are read from the store in pages of 500, each
 * when its websites are wanted. Websites created, deleted or changed meanwhile may be missing, or come
 * twice if their sort key changes.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the websites.
 * @param input - Search and sorting.
 * @throws SitegradeError `invalid_input` with the issues by field, when the first website is read.
 * @example
 * ```ts
 * for await (const { domain } of eachWebsite(context, 'user-1', { sortBy: 'domain' })) {
 *   console.log(domain);
 * }
 * ```
 */
export async function* eachWebsite(
  context: Context,
  ownerId: string,
  input: EachWebsiteInput = {},
): AsyncGenerator<Website, void, undefined> {
  requireOwnerId(ownerId);
  yield* each(input, (query) => context.store.websites.list(ownerId, query));
}
