/**
 * A body: text, or chunks that are produced while the client reads them. Chunks of text are sent as
 * UTF-8.
 */
export type ResponseBody = string | AsyncIterable<string | Uint8Array>;

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

/** Creates a JSON response. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse<string> {
  return withBody(status, JSON.stringify(body), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
}

/** Creates a response with a body. Responses belong to one owner, so shared caches must not store them. */
export function withBody<Body extends ResponseBody>(
  status: number,
  body: Body,
  headers: Readonly<Record<string, string>>,
): ApiResponse<Body> {
  return {
    status,
    headers: {
      ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body,
  };
}
