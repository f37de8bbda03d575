import { hash } from 'node:crypto';

/**
 * A body: text, or chunks that are produced while the client reads them. Chunks of text are sent as
 * UTF-8.
 */
type ResponseBody = string | AsyncIterable<string | Uint8Array>;

/**
 * A complete response. Adapters write it unchanged. They read chunks only as fast as the client does,
 * call `return` of the iterator when the client disconnects, and destroy the connection when it throws.
 */
export interface ApiResponse<Body extends ResponseBody = ResponseBody> {
  readonly status: number;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the status allows no body. Adapters do not send text for HEAD. */
  readonly body: Body;
}

/** Kinds of records on the wire. */
export type RecordKind =
  | 'report'
  | 'screenshot'
  | 'website'
  | 'job'
  | 'batch'
  | 'comparison'
  | 'crawl'
  | 'crawl_page'
  | 'crawl_comparison'
  | 'issue'
  | 'finding'
  | 'catalogue'
  | 'history'
  | 'schedule'
  | 'accepted_finding'
  | 'recipient'
  | 'webhook'
  | 'webhook_secret'
  | 'delivery';

/** Kinds of records that can be deleted. */
export const deletableKinds = [
  'report',
  'website',
  'job',
  'crawl',
  'accepted_finding',
  'recipient',
  'webhook',
] as const;

export type DeletableKind = (typeof deletableKinds)[number];

/** Creates a JSON response. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse<string> {
  const text = JSON.stringify(body);
  return { status, headers: Object.assign(jsonHeaders(text), headers), body: text };
}

/** Not spread from others, here and where more are added: that takes ten times as long. */
function jsonHeaders(
  text: string,
): Record<keyof typeof ownerHeaders | 'content-length' | 'content-type', string> {
  return {
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': ownerHeaders['cache-control'],
    'x-content-type-options': ownerHeaders['x-content-type-options'],
    'content-type': 'application/json; charset=utf-8',
  };
}

/** Responses belong to one owner, so shared caches must not store them. */
const ownerHeaders = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
} as const;

/** Creates a response with a body. */
export function withBody<Body extends ResponseBody>(
  status: number,
  body: Body,
  headers: Readonly<Record<string, string>>,
): ApiResponse<Body> {
  return {
    status,
    headers: {
      ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
      ...ownerHeaders,
      ...headers,
    },
    body,
  };
}

/** A response with one record and a strong entity tag. */
export function itemResponse(record: unknown): ApiResponse<string> {
  const body = JSON.stringify(itemBody(record));
  return { status: 200, headers: Object.assign(jsonHeaders(body), { etag: etagOf(body) }), body };
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

/** A response for a record that is accepted and not complete yet, with the URL that shows it in `Location`. */
export function acceptedResponse(record: unknown, location: string): ApiResponse<string> {
  return jsonResponse(202, { data: record, status: 202 }, { location });
}

/** A response for a deleted record. */
export function deletedResponse(object: DeletableKind, id: number): ApiResponse<string> {
  return jsonResponse(200, { id, object, deleted: true, status: 200 });
}

/** A response without a body. */
export function noContentResponse(): ApiResponse<string> {
  const { headers } = withBody(204, '', {});
  const { 'content-length': _, ...others } = headers;
  return { status: 204, headers: others, body: '' };
}

/** The strong entity tag of a body (RFC 9110), derived from its bytes. */
export function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/** Whether an `If-None-Match` header contains the tag. The comparison is weak: `W/"x"` matches `"x"`. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => strong(tag) === strong(etag));
}
