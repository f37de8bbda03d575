import type { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import type { List, Listing } from '../../listing/listing.ts';
import type { CsvColumns } from '../../records/csv.ts';
import { csvResponse, prefersCsv } from '../listing/csv-response.ts';
import { listingResponse } from '../listing/listing.ts';
import { listingFields } from '../listing/listing-fields.ts';
import type { RecordKind } from '../response/response.ts';
import { type DeletableKind, deletedResponse, itemResponse } from '../response/response.ts';
import { defineRoute, type Route, type RouteRequest } from '../route.ts';

/** What an operation is called, and how it is described. */
interface Described extends Pick<Route, 'operationId' | 'summary' | 'description'> {
  readonly path: `/api/v1/${string}`;
}

/** A request of an owner. */
export type OwnerRequest = RouteRequest & { readonly ownerId: string };

/** The operation that lists all records of a kind that an owner has, as JSON or CSV. */
export function listRoute<Row extends { readonly id: number }, Input>({
  record,
  listing,
  list,
  each,
  toRecord,
  columns,
  csvExample,
  ...described
}: Described & {
  readonly record: RecordKind;
  readonly listing: Listing<Row>;
  /** The domain function for one page: `listReports`. */
  readonly list: (context: Context, ownerId: string, input?: Input) => Promise<List<Row>>;
  /** The domain function for all rows: `eachReport`. */
  readonly each: (context: Context, ownerId: string, input?: never) => AsyncIterable<Row>;
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
    errors: ['invalid_input'],
    handle: (request) =>
      prefersCsv(request)
        ? csvResponse(request, listing, { columns, list, each })
        : listingResponse(request, listing, list, (row) => toRecord(row, request)),
  });
}

/** What operations on one record, which the path names by its id, have in common. */
interface OfOneRecord<Kind extends RecordKind> extends Described {
  readonly path: `/api/v1/${string}/:id${string}`;
  readonly record: Kind;
  readonly notFound: () => SitegradeError;
}

/** An operation without fields on one record, whose response is the record. */
export function itemRoute({
  record,
  item,
  ...route
}: OfOneRecord<RecordKind> & {
  readonly method: 'GET' | 'POST';
  /** Shows or changes the record. */
  readonly item: (request: OwnerRequest, id: number) => Promise<unknown>;
}): Route {
  return defineRoute({
    ...route,
    query: {},
    success: { status: 200, envelope: 'item', record },
    errors: ['not_found'],
    params: { id: 'number' },
    handle: async (request) => itemResponse(await item(request, request.params.id)),
  });
}

/** The operation that deletes one record, without a condition. */
export function deleteRoute({
  record,
  remove,
  ...route
}: OfOneRecord<DeletableKind> & {
  /** The domain function: `deleteReport`. */
  readonly remove: (context: Context, ownerId: string, id: number) => Promise<void>;
}): Route {
  return defineRoute({
    ...route,
    method: 'DELETE',
    query: {},
    success: { status: 200, envelope: 'deleted', record },
    errors: ['not_found'],
    params: { id: 'number' },
    async handle({ context, ownerId, params: { id } }) {
      await remove(context, ownerId, id);
      return deletedResponse(record, id);
    },
  });
}
