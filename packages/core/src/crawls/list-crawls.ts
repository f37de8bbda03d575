import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { Crawl } from '../store/crawl.ts';
import { crawlListing } from '../store/crawl-listing.ts';
import { requireOwnerId } from '../validate.ts';

const { each, toListQuery } = listingInput(crawlListing);

/** Input of {@link listCrawls}: search, filters, sorting and the position. Everything is optional. */
export type ListCrawlsInput = ListInput<typeof crawlListing>;

/** Input of {@link eachCrawl}: search, filters and sorting. Everything is optional. */
export type EachCrawlInput = RowsInput<typeof crawlListing>;

/**
 * Lists one page of the owner's crawls, newest first by default. A page beyond the end is empty.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawls.
 * @param input - Search, filters, sorting, and which page to return.
 * @throws SitegradeError `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows } = await listCrawls(context, 'user-1', { websiteId: 7, status: 'done' });
 * ```
 */
export async function listCrawls(
  context: Context,
  ownerId: string,
  input: ListCrawlsInput = {},
): Promise<List<Crawl>> {
  requireOwnerId(ownerId);
  return context.store.crawls.list(ownerId, toListQuery(input));
}

/**
 * Yields all crawls of the owner, newest first by default. They are read from the store in pages of 500, each
 * when its crawls are wanted, so that memory stays small. Crawls created, deleted or changed meanwhile may be
 * missing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawls.
 * @param input - Search, filters and sorting.
 * @throws SitegradeError `invalid_input` with the issues by field, when the first crawl is read.
 * @example
 * ```ts
 * for await (const { url, score } of eachCrawl(context, 'user-1', { status: 'done' })) {
 *   console.log(url, score);
 * }
 * ```
 */
export async function* eachCrawl(
  context: Context,
  ownerId: string,
  input: EachCrawlInput = {},
): AsyncGenerator<Crawl, void, undefined> {
  requireOwnerId(ownerId);
  yield* each(input, (query) => context.store.crawls.list(ownerId, query));
}
