import type { Context } from '../context/context.ts';
import { eachRow } from '../listing/each-row.ts';
import { type RowsInput, rowsInputSchema, toRowsQuery } from '../listing/list-input.ts';
import type { Website } from '../store/website.ts';
import { websiteListing } from '../store/website-listing.ts';
import { requireOwnerId } from '../validate.ts';

const eachWebsiteSchema = rowsInputSchema(websiteListing);

/** Input of {@link eachWebsite}: search and sorting. Everything is optional. */
export type EachWebsiteInput = RowsInput<typeof websiteListing>;

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
  const query = toRowsQuery(websiteListing, eachWebsiteSchema, input);
  yield* eachRow(websiteListing.sortKeys[query.sortBy].keyOf, (page) =>
    context.store.websites.list(ownerId, { ...query, ...page }),
  );
}
