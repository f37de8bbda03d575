import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import type { List, Listing } from '../../listing/listing.ts';
import type { CsvColumns } from '../../records/csv.ts';
import { canPrint, printingUnavailable } from '../../reports/print-html.ts';
import { getWebsite, websiteNotFound } from '../../websites/get-website.ts';
import { csvResponse, prefersCsv } from '../listing/csv-response.ts';
import { listingResponse } from '../listing/listing.ts';
import { listingFields } from '../listing/listing-fields.ts';
import type { Printed } from '../printed-document.ts';
import { accepts, preferredType } from '../request/accepts.ts';
import { pdfResponse, requirePrinting } from '../response/pdf-response.ts';
import type { ApiResponse, RecordKind } from '../response/response.ts';
import { type DeletableKind, deletedResponse, itemResponse } from '../response/response.ts';
import { defineRoute, type Route, type RouteRequest } from '../route.ts';

/** What an operation is called, and how it is described. */
interface Described extends Pick<Route, 'operationId' | 'summary' | 'description'> {
  readonly path: `/api/v1/${string}`;
}

/** A request of an owner. */
export type OwnerRequest = RouteRequest & { readonly ownerId: string };

/** A record that has others, for the operations on these: `...partsOf(getCrawl, crawlNotFound)`. */
export function partsOf(
  get: (context: Context, ownerId: string, id: number) => Promise<unknown>,
  notFound: () => SitegradeError,
) {
  return {
    params: { id: 'number' },
    notFound,
    /** A 404 comes before the errors of other fields. */
    find: (context: Context, ownerId: string, { id }: { readonly id: number }) =>
      get(context, ownerId, id),
  } as const;
}

/** For the operations on what a website has. */
export const ofWebsite = partsOf(getWebsite, websiteNotFound);

/** A domain function about the parts of one record, as {@link listRoute} calls it. */
export function ofOne<Input, Result>(
  call: (context: Context, ownerId: string, id: number, input: Input) => Result,
) {
  return (context: Context, ownerId: string, input: Input, id: number) =>
    call(context, ownerId, id, input);
}

/** The URL of what a record has, below that of the API: `crawls/7/pages` for `/api/v1/crawls/:id/pages`. */
export function pathBelowRoot(path: Described['path'], id: number): string {
  return path.slice('/api/v1/'.length).replace(':id', String(id));
}

/** The operation that lists all records of a kind that an owner, or one of their records, has, as JSON or CSV. */
export function listRoute<Row extends { readonly id: number }, Input>({
  record,
  listing,
  list,
  each,
  toRecord,
  columns,
  csvExample,
  ...described
}: Described &
  Partial<ReturnType<typeof partsOf>> & {
    readonly record: RecordKind;
    readonly listing: Listing<Row>;
    /** The domain function for one page: `listReports`. */
    readonly list: (
      context: Context,
      ownerId: string,
      input: Input,
      id: number,
    ) => Promise<List<Row>>;
    /** The domain function for all rows: `eachReport`. */
    readonly each: (
      context: Context,
      ownerId: string,
      input: never,
      id: number,
    ) => AsyncIterable<Row>;
    readonly toRecord: (row: Row, request: RouteRequest) => unknown;
    readonly columns: CsvColumns<Row>;
    readonly csvExample: string;
  }): Route {
  return defineRoute({
    ...described,
    method: 'GET',
    query: listingFields(listing),
    success: {
      status: 200,
      envelope: 'list',
      record,
      otherTypes: { 'text/csv': csvExample },
    },
    handle(request) {
      const { id } = request.params;
      const listOf = (context: Context, ownerId: string, input: Input) =>
        list(context, ownerId, input, id);
      const eachOf = (context: Context, ownerId: string, input: never) =>
        each(context, ownerId, input, id);
      return prefersCsv(request)
        ? csvResponse(request, listing, { columns, list: listOf, each: eachOf })
        : listingResponse(
            request,
            listing,
            listOf,
            (row) => toRecord(row, request),
            pathBelowRoot(described.path, id),
          );
    },
  });
}

/** The ids in a path. */
type IdsOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? readonly [number, ...IdsOf<Rest>]
  : readonly [];

/** What operations on one record, which the path names by its id, or by those of its website and its own, have in common. */
interface OfOneRecord<Path extends string, Kind extends RecordKind> extends Described {
  readonly path: `/api/v1/${string}` & Path;
  readonly record: Kind;
  readonly notFound: () => SitegradeError;
}

/** The parameters of a path whose parameters are all ids. */
function idParams(path: string): Readonly<Record<string, 'number'>> {
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'number']));
}

function idsOf<Path extends string>(params: Readonly<Record<string, number>>): IdsOf<Path> {
  return Object.values(params) as unknown as IdsOf<Path>;
}

/** An operation without fields on one record, whose response is the record. */
export function itemRoute<const Path extends string>({
  record,
  item,
  ...route
}: OfOneRecord<Path, RecordKind> &
  Pick<Route, 'errors' | 'errorNotes'> & {
    readonly method: 'GET' | 'POST';
    /** Shows or changes the record. */
    readonly item: (request: OwnerRequest, ...ids: IdsOf<Path>) => Promise<unknown>;
  }): Route {
  return defineRoute({
    ...route,
    success: { status: 200, envelope: 'item', record },
    params: idParams(route.path),
    handle: async (request) => itemResponse(await item(request, ...idsOf<Path>(request.params))),
  });
}

const pdf = 'application/pdf';

/**
 * The operation that shows one record, also as PDF: its errors are those of {@link itemRoute} and these.
 */
export function printableRoute<const Path extends string>({
  item,
  print,
  description,
  errors = [],
  errorNotes = {},
  ...route
}: Omit<Parameters<typeof itemRoute<Path>>[0], 'method'> & {
  /** Finds what is printed. */
  readonly print: (request: OwnerRequest, ...ids: IdsOf<Path>) => Promise<Printed>;
}): Route {
  return defineRoute({
    ...route,
    method: 'GET',
    description: `${description} \`Accept: application/pdf\` returns it as a PDF, in the brand of the pages, if the server has a browser that prints: without one, the response is JSON if the request accepts it, and else a 406.`,
    success: {
      status: 200,
      envelope: 'item',
      record: route.record,
      otherTypes: { [pdf]: '%PDF-1.4 …' },
    },
    errors: ['not_acceptable', 'rate_limited', ...errors],
    errorNotes: { ...pdfErrorNotes, ...errorNotes },
    params: idParams(route.path),
    async handle(request) {
      const ids = idsOf<Path>(request.params);
      const response = isPdfPreferred(request)
        ? await pdfOf(request, await print(request, ...ids))
        : itemResponse(await item(request, ...ids));
      return { ...response, headers: { ...response.headers, vary: 'Accept' } };
    },
  });
}

const pdfErrorNotes: Route['errorNotes'] = {
  not_acceptable: {
    when: 'The request accepts only a PDF, and the server has no browser that prints (`reason` is `renderer_missing`), or the document is too large for one (`render_too_large`).',
    example: printingUnavailable(),
  },
  rate_limited: {
    when: 'The owner has too many PDFs that wait or are printed.',
    example: new SitegradeError('rate_limited', 'Too many PDFs at once (limit 4). Retry in 5 s.', {
      retryAfterSeconds: 5,
    }),
  },
};

/** Whether a record is sent as PDF: also where none can be, if the client accepts nothing else. */
function isPdfPreferred({ context, accept, drawDocument }: OwnerRequest): boolean {
  if (preferredType(accept, ['application/json', pdf]) !== pdf) return false;
  const isPossible = canPrint(context) && drawDocument !== undefined;
  return isPossible || !accepts(accept, 'application/json');
}

async function pdfOf(request: OwnerRequest, printed: Printed): Promise<ApiResponse> {
  const { context, ownerId, drawDocument, logError, signal } = request;
  if (drawDocument === undefined) throw printingUnavailable();
  requirePrinting(context);
  const html = await drawDocument({ context, ownerId, printed, logError });
  return pdfResponse({ context, ownerId, html, printed, signal: signal() });
}

/** The operation that deletes one record, without a condition. */
export function deleteRoute<const Path extends string>({
  record,
  remove,
  ...route
}: OfOneRecord<Path, DeletableKind> & {
  /** The domain function: `deleteReport`. */
  readonly remove: (context: Context, ownerId: string, ...ids: IdsOf<Path>) => Promise<void>;
}): Route {
  return defineRoute({
    ...route,
    method: 'DELETE',
    success: { status: 200, envelope: 'deleted', record },
    params: idParams(route.path),
    async handle({ context, ownerId, params }) {
      const ids = idsOf<Path>(params);
      await remove(context, ownerId, ...ids);
      return deletedResponse(record, ids.at(-1) ?? 0);
    },
  });
}
