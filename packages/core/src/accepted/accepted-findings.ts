import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { AcceptedFinding } from '../store/accepted-finding.ts';
import { acceptedListing } from '../store/accepted-listing.ts';
import { requireOwnerId } from '../validate.ts';
import { getWebsite } from '../websites/get-website.ts';

const { each, toListQuery } = listingInput(acceptedListing);

/** Input of {@link listAcceptedFindings}: search, sorting and the position. Everything is optional. */
export type ListAcceptedInput = ListInput<typeof acceptedListing>;

/** Input of {@link eachAcceptedFinding}: search and sorting. Everything is optional. */
export type EachAcceptedInput = RowsInput<typeof acceptedListing>;

/**
 * Lists one page of the accepted findings of a website, newest first by default, also those that have expired. A search
 * looks for a part of the path. A page beyond the end is empty.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param input - Search, sorting, and which page to return.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows } = await listAcceptedFindings(context, 'user-1', 7, { search: '/blog' });
 * ```
 */
export async function listAcceptedFindings(
  context: Context,
  ownerId: string,
  websiteId: number,
  input: ListAcceptedInput = {},
): Promise<List<AcceptedFinding>> {
  const { id } = await getWebsite(context, ownerId, websiteId);
  return context.store.accepted.list(ownerId, id, toListQuery(input));
}

/**
 * Yields all accepted findings of a website, newest first by default, also those that have expired. They are read from
 * the store in pages of 500, each when its rows are wanted.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param input - Search and sorting.
 * @throws SitegradeError `not_found` if the owner has no website with this id, and `invalid_input` with the issues by
 * field, when the first one is read.
 * @example
 * ```ts
 * for await (const { check, path, reason } of eachAcceptedFinding(context, 'user-1', 7)) {
 *   console.log(check, path, reason);
 * }
 * ```
 */
export async function* eachAcceptedFinding(
  context: Context,
  ownerId: string,
  websiteId: number,
  input: EachAcceptedInput = {},
): AsyncGenerator<AcceptedFinding, void, undefined> {
  const { id } = await getWebsite(context, ownerId, websiteId);
  yield* each(input, (query) => context.store.accepted.list(ownerId, id, query));
}

/**
 * Returns an accepted finding of a website.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the accepted finding.
 * @throws SitegradeError `not_found` if the owner has no such website, or it has no accepted finding with this id.
 * @example
 * ```ts
 * const { reason, expires } = await getAcceptedFinding(context, 'user-1', 7, 12);
 * ```
 */
export async function getAcceptedFinding(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
): Promise<AcceptedFinding> {
  requireOwnerId(ownerId);
  const found = await context.store.accepted.find(ownerId, websiteId, id);
  if (found === undefined) throw acceptedNotFound();
  return found;
}

/**
 * Deletes an accepted finding of a website: it costs points again.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the accepted finding.
 * @throws SitegradeError `not_found` if the owner has no such website, or it has no accepted finding with this id.
 * @example
 * ```ts
 * await deleteAcceptedFinding(context, 'user-1', 7, 12);
 * ```
 */
export async function deleteAcceptedFinding(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.accepted.delete(ownerId, websiteId, id))) throw acceptedNotFound();
}

/** The error for an accepted finding that does not exist, or is of another website or owner. */
export function acceptedNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no accepted finding with this id.');
}
