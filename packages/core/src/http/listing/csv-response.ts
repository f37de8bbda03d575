import type { Context } from '../../context/context.ts';
import type { List, Listing } from '../../listing/listing.ts';
import { byteOrderMark, type CsvColumns, csvHeader, csvRow } from '../../records/csv.ts';
import { invalidInput } from '../../validate.ts';
import { preferredType } from '../request/accepts.ts';
import { type ApiResponse, withBody } from '../response/response.ts';
import { type ListingCall, rowsInputOf } from './listing.ts';

/** The maximum number of rows in a CSV response. */
const maxCsvRows = 100_000;

/** The size of a chunk of the body, in characters. */
const chunkLength = 64 * 1024;

/** Any allowed number of rows per page, to look behind the maximum with. */
const probePerPage = 10;

/** Whether a request for a list prefers CSV to JSON. */
export function prefersCsv({ accept }: { readonly accept: string | undefined }): boolean {
  return preferredType(accept, ['application/json', 'text/csv']) === 'text/csv';
}

/** What {@link csvResponse} needs of a listing. */
interface CsvSource<Row> {
  readonly columns: CsvColumns<Row>;
  /** The domain function for one page: `listReports`. */
  readonly list: (context: Context, ownerId: string, input: never) => Promise<List<Row>>;
  /** The domain function for all rows: `eachReport`. */
  readonly each: (context: Context, ownerId: string, input: never) => AsyncIterable<Row>;
}

/**
 * Responds with all rows of a listing as CSV, which are read while the client receives them. The file is
 * complete or the download fails, because no one would notice missing rows.
 *
 * @throws SitegradeError `invalid_input` if there are more than `maxCsvRows`.
 */
export async function csvResponse<Row extends { readonly id: number }>(
  { context, ownerId, query }: ListingCall & { readonly context: Context },
  listing: Listing<Row>,
  { columns, list, each }: CsvSource<Row>,
): Promise<ApiResponse> {
  const input = rowsInputOf(listing, query);
  const behind = { page: maxCsvRows / probePerPage + 1 };
  const page = { ...input, perPage: probePerPage, start: behind };
  const { rows, total, totalRelation } = await list(context, ownerId, page as never);
  if (rows.length > 0) throw tooManyRows(totalRelation === 'eq' ? `${total}` : 'more');
  const lines = linesOf(columns, each(context, ownerId, input as never), maxCsvRows);
  return csvFileResponse(listing.records, lines);
}

/**
 * Responds with rows whose number is bounded as CSV.
 *
 * @param name The name of the file, without its extension.
 */
export function csvRowsResponse<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): ApiResponse {
  return csvFileResponse(name, linesOf(columns, rows, Number.POSITIVE_INFINITY));
}

function csvFileResponse(name: string, lines: AsyncIterable<string>): ApiResponse {
  return withBody(200, lines, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    vary: 'Accept',
  });
}

/** The lines in chunks. The first chunk has rows, so that a failure to read them is an error response. */
async function* linesOf<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  maxRows: number,
): AsyncGenerator<string, void, undefined> {
  let chunk = byteOrderMark + csvHeader(columns);
  let count = 0;
  for await (const row of rows) {
    count += 1;
    // Created since they were counted.
    if (count > maxRows) throw tooManyRows('more');
    chunk += csvRow(columns, row);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function tooManyRows(found: string) {
  const issue = `must not prefer text/csv for more than ${maxCsvRows} rows, and ${found} match. Send a narrower search or filter.`;
  return invalidInput({ Accept: [issue] });
}
