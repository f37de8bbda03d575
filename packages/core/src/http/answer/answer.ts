/** A response, whole: adapters write it and add nothing. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where the status allows none. Not to be sent with HEAD. */
  readonly body: string;
}

/** An answer in JSON. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return withBody(status, JSON.stringify(body), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
}

/** An answer with a body. What the API says is one owner's: shared caches have no part in it. */
export function withBody(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): Answer {
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
