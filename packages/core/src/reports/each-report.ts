import type { Context } from '../context/context.ts';
import { eachRow } from '../listing/each-row.ts';
import { type RowsInput, rowsInputSchema, toRowsQuery } from '../listing/list-input.ts';
import type { ReportSummary } from '../store/report.ts';
import { reportListing } from '../store/report-listing.ts';
import { requireOwnerId } from '../validate.ts';

const eachReportSchema = rowsInputSchema(reportListing);

/** Input of {@link eachReport}: search, filters and sorting. Everything is optional. */
export type EachReportInput = RowsInput<typeof reportListing>;

/**
 * Yields all reports of the owner, newest first by default. They are read from the store in pages of 500, each
 * when its reports are wanted, so that memory stays small. Reports created, deleted or changed meanwhile
 * may be missing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the reports.
 * @param input - Search, filters and sorting.
 * @throws SitegradeError `invalid_input` with the issues by field, when the first report is read.
 * @example
 * ```ts
 * for await (const { url, score } of eachReport(context, 'user-1', { result: 'bad' })) {
 *   console.log(url, score);
 * }
 * ```
 */
export async function* eachReport(
  context: Context,
  ownerId: string,
  input: EachReportInput = {},
): AsyncGenerator<ReportSummary, void, undefined> {
  requireOwnerId(ownerId);
  const query = toRowsQuery(reportListing, eachReportSchema, input);
  yield* eachRow(reportListing.sortKeys[query.sortBy].keyOf, (page) =>
    context.store.reports.list(ownerId, { ...query, ...page }),
  );
}
