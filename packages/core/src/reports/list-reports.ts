import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { ReportSummary } from '../store/report.ts';
import { reportListing } from '../store/report-listing.ts';
import { requireOwnerId } from '../validate.ts';

const { each, toListQuery } = listingInput(reportListing);

/**
 * Input of {@link listReports}: search, filters, sorting and the position. Everything is optional.
 *
 * `url` is matched exactly, after it was normalised as for `createReport`; without a scheme it matches
 * `http://` and `https://`; any port and host is allowed. `createdFrom` and `createdTo` are inclusive, to the
 * millisecond. With one of these three, `total` is exact up to 10,000 (see `totalRelation`).
 */
export type ListReportsInput = ListInput<typeof reportListing>;

/** Input of {@link eachReport}: search, filters and sorting. Everything is optional. */
export type EachReportInput = RowsInput<typeof reportListing>;

/**
 * Lists one page of the owner's reports, newest first by default. A page beyond the end is empty.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the reports.
 * @param input - Search, filters, sorting, and which page to return.
 * @throws SitegradeError `invalid_input` with the issues by field: also for a `createdTo` before
 * `createdFrom`, and a `url` that cannot be parsed.
 * @example
 * ```ts
 * const { rows, total } = await listReports(context, 'user-1', { result: 'bad', perPage: 10 });
 *
 * const ofPage = await listReports(context, 'user-1', {
 *   url: 'example.com/pricing',
 *   createdFrom: new Date('2026-11-01T00:00:00Z'),
 * });
 * ```
 */
export async function listReports(
  context: Context,
  ownerId: string,
  input: ListReportsInput = {},
): Promise<List<ReportSummary>> {
  requireOwnerId(ownerId);
  return context.store.reports.list(ownerId, toListQuery(input));
}

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
  yield* each(input, (query) => context.store.reports.list(ownerId, query));
}
