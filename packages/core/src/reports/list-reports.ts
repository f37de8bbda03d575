import * as v from 'valibot';
import { results } from '../audit/result.ts';
import type { Context } from '../context.ts';
import { idSchema, listInputEntries, requirePositionKey } from '../list-input.ts';
import { requireOwnerId } from '../owner-id.ts';
import type { List } from '../store.ts';
import { inputObject, validate } from '../validate.ts';
import { type ReportSummary, reportSortKeys } from './report.ts';

const listReportsSchema = inputObject({
  ...listInputEntries,
  sortBy: v.optional(v.picklist(reportSortKeys, 'must be one of id, url, score.'), 'id'),
  websiteId: v.optional(idSchema),
  result: v.optional(v.picklist(results, 'must be one of good, decent, bad.')),
});

/** What a listing of reports may be narrowed to, and how it is sorted. Everything is optional. */
export type ListReportsInput = v.InferInput<typeof listReportsSchema>;

/**
 * A page of the owner's reports, newest first unless said otherwise. A page past the end is empty,
 * not an error.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows, total } = await listReports(context, 'user-1', { result: 'bad', perPage: 10 });
 * ```
 */
export async function listReports(
  context: Context,
  ownerId: string,
  input: ListReportsInput = {},
): Promise<List<ReportSummary>> {
  requireOwnerId(ownerId);
  const { search, websiteId, result, ...query } = validate(listReportsSchema, input);
  const kind = query.sortBy === 'url' ? 'string' : 'number';
  requirePositionKey(query.start, (key) => typeof key === kind);
  return context.store.reports.list(ownerId, {
    ...query,
    ...(search ? { search } : {}),
    ...(websiteId === undefined ? {} : { websiteId }),
    ...(result === undefined ? {} : { result }),
  });
}
