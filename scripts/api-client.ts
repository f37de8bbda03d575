/** A JSON object whose members are not validated. */
type JsonObject = Readonly<Record<string, unknown>>;

/** A parsed response of the API. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: JsonObject;
}

/** A client of one server with one login. */
export interface ApiClient {
  send(
    method: string,
    path: string,
    body?: string,
    type?: string,
    signal?: AbortSignal,
  ): Promise<JsonResponse>;
  /** Creates a report with a form body. */
  create(url: string): Promise<JsonResponse>;
  /** Every row of a listing, from all pages. */
  rows(path: string): Promise<readonly JsonObject[]>;
}

const form = 'application/x-www-form-urlencoded';

/**
 * Creates a client of the API.
 *
 * @param login An API key, or the cookie of the server's own login.
 */
export function createApiClient(
  server: string,
  login: string | { readonly cookie: string },
): ApiClient {
  const credentials = typeof login === 'string' ? { authorization: `Bearer ${login}` } : login;
  const client: ApiClient = {
    async send(method, path, body, type = form, signal) {
      const response = await fetch(new URL(path, server), {
        method,
        headers: {
          accept: 'application/json',
          ...credentials,
          ...(body !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
      const json = JSON.parse(await response.text());
      return { status: response.status, headers: response.headers, json };
    },
    create: (url) =>
      client.send('POST', '/api/v1/reports', new URLSearchParams({ url }).toString()),
    async rows(path) {
      const rows: JsonObject[] = [];
      for (let next: string | null = `${path}?per_page=100`; next !== null; ) {
        const { status, json } = await client.send('GET', next);
        if (status !== 200) throw new Error(`GET ${next} has status ${status}`);
        const { data, links } = json as unknown as Listing;
        rows.push(...data);
        next = links.next;
      }
      return rows;
    },
  };
  return client;
}

interface Listing {
  readonly data: readonly JsonObject[];
  readonly links: { readonly next: string | null };
}
