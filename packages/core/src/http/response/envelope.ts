import type { RecordKind } from '../route.ts';
import { etagOf } from './etag.ts';
import { type ApiResponse, jsonResponse } from './response.ts';

/** A response with one record and a strong entity tag. */
export function itemResponse(record: unknown): ApiResponse<string> {
  const response = jsonResponse(200, itemBody(record));
  return { ...response, headers: { ...response.headers, etag: etagOf(response.body) } };
}

/** The entity tag of the response that shows the record. */
export function itemEtag(record: unknown): string {
  return etagOf(JSON.stringify(itemBody(record)));
}

function itemBody(record: unknown) {
  return { data: record, status: 200 };
}

/** A response for a created record, with its URL in `Location`. */
export function createdResponse(record: unknown, location: string): ApiResponse<string> {
  return jsonResponse(201, { data: record, status: 201 }, { location });
}

/** A response for a deleted record. */
export function deletedResponse(object: RecordKind, id: number): ApiResponse<string> {
  return jsonResponse(200, { id, object, deleted: true, status: 200 });
}
