import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { Crawl, CrawlPage, CrawlPageSummary } from '../store/crawl.ts';
import { type CrawlPageListQuery, crawlPageListing } from '../store/crawl-listing.ts';
import { isMixedRuleset } from '../store/mixed-rulesets.ts';
import { requireOwnerId } from '../validate.ts';
import { crawlNotFound } from './get-crawl.ts';

const { each, toListQuery } = listingInput(crawlPageListing);

/** Input of {@link listCrawlPages}: search, filters, sorting and the position. Everything is optional. */
export type ListCrawlPagesInput = ListInput<typeof crawlPageListing>;

/** Input of {@link eachCrawlPage}: search, filters and sorting. Everything is optional. */
export type EachCrawlPageInput = RowsInput<typeof crawlPageListing>;

/**
 * Lists one page of the pages of a crawl, last found first by default. A page beyond the end is empty.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @param input - Search, filters, sorting, and which page to return.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id; `invalid_input` with the issues by
 * field.
 * @example
 * ```ts
 * const { rows } = await listCrawlPages(context, 'user-1', 42, { sortBy: 'score', sort: 'asc' });
 * ```
 */
export async function listCrawlPages(
  context: Context,
  ownerId: string,
  crawlId: number,
  input: ListCrawlPagesInput = {},
): Promise<List<CrawlPageSummary>> {
  requireOwnerId(ownerId);
  const query = toListQuery(input);
  return listPages(context, ownerId, crawlId, query);
}

/**
 * Yields all pages of a crawl, last found first by default. They are read from the store in pages of 500, each
 * when its rows are wanted, so that memory stays small. Pages that change meanwhile may be missing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @param input - Search, filters and sorting.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id, and `invalid_input` with the issues
 * by field, when the first page is read.
 * @example
 * ```ts
 * for await (const { url, httpStatus } of eachCrawlPage(context, 'user-1', 42, { state: 'failed' })) {
 *   console.log(url, httpStatus);
 * }
 * ```
 */
export async function* eachCrawlPage(
  context: Context,
  ownerId: string,
  crawlId: number,
  input: EachCrawlPageInput = {},
): AsyncGenerator<CrawlPageSummary, void, undefined> {
  requireOwnerId(ownerId);
  yield* each(input, (query) => listPages(context, ownerId, crawlId, query));
}

/**
 * Returns a page of a crawl, with the details of a report if it is `done`. What depends on other URLs of the site is
 * evaluated at the end of the crawl: until then, checks of broken and redirected links do not apply.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @param id - The number of the page in the crawl.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id, or it has no page with this number.
 * @example
 * ```ts
 * const { url, score, details } = await getCrawlPage(context, 'user-1', 42, 1);
 * ```
 */
export async function getCrawlPage(
  context: Context,
  ownerId: string,
  crawlId: number,
  id: number,
): Promise<CrawlPage> {
  requireOwnerId(ownerId);
  const { crawls } = context.store;
  // Read before the page, so that a page is never taken for one that was evaluated at the end.
  const crawl = await crawls.find(ownerId, crawlId);
  const page = crawl && (await crawls.findPage(ownerId, crawlId, id));
  if (crawl === undefined || page === undefined) throw crawlPageNotFound();
  const reason = unrevisedReason(crawl);
  if (page.details === null || reason === null) return page;
  const { withoutAssumptions } = await import('@sitegrade/audit/analyze');
  return { ...page, details: withoutAssumptions(page.details, context.ruleset.checks, reason) };
}

/** Why what depends on other URLs was not evaluated for the pages of a crawl; `null` if it was. */
function unrevisedReason(crawl: Crawl): string | null {
  if (crawl.status !== 'done') return 'Not checked: links are checked at the end of the crawl.';
  return isMixedRuleset(crawl) ? 'Not checked: the ruleset has changed during the crawl.' : null;
}

/** The error for a page that does not exist, or whose crawl the owner does not have. */
export function crawlPageNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no page with this id in this crawl.');
}

async function listPages(
  { store }: Context,
  ownerId: string,
  crawlId: number,
  query: CrawlPageListQuery,
): Promise<List<CrawlPageSummary>> {
  const pages = await store.crawls.listPages(ownerId, crawlId, query);
  if (pages === undefined) throw crawlNotFound();
  return pages;
}
