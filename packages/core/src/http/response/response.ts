/** A complete response. Adapters write it unchanged. */
export interface ApiResponse {
  readonly status: number;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the status allows no body. Adapters do not send it for HEAD. */
  readonly body: string;
}

/** Creates a JSON response. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return withBody(status, JSON.stringify(body), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
}

/** Creates a response with a body. Responses belong to one owner, so shared caches must not store them. */
export function withBody(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): ApiResponse {
  return {
    status,
    headers: {
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body,
  };
}
