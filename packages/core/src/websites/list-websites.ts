import * as v from 'valibot';
import type { Context } from '../context.ts';
import { listInputEntries, requirePositionKey } from '../list-input.ts';
import { requireOwnerId } from '../owner-id.ts';
import type { List } from '../store.ts';
import { inputObject, validate } from '../validate.ts';
import { type Website, websiteSortKeys } from './website.ts';

const listWebsitesSchema = inputObject({
  ...listInputEntries,
  sortBy: v.optional(
    v.picklist(websiteSortKeys, `must be one of ${websiteSortKeys.join(', ')}.`),
    'id',
  ),
});

/** How a listing of websites is sorted and searched. Everything is optional. */
export type ListWebsitesInput = v.InferInput<typeof listWebsitesSchema>;

/**
 * A page of the owner's websites, newest first unless said otherwise. A website without reports
 * sorts below every average score.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export async function listWebsites(
  context: Context,
  ownerId: string,
  input: ListWebsitesInput = {},
): Promise<List<Website>> {
  requireOwnerId(ownerId);
  const { search, ...query } = validate(listWebsitesSchema, input);
  const kind = query.sortBy === 'domain' ? 'string' : 'number';
  const isMissing = (key: unknown) => key === null && query.sortBy === 'reports_avg_score';
  requirePositionKey(query.start, (key) => typeof key === kind || isMissing(key));
  return context.store.websites.list(ownerId, { ...query, ...(search ? { search } : {}) });
}
