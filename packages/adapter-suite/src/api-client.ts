import type { ServerUnderTest } from './exchange.ts';

/** A client of the API; every response is validated. */
export interface Client {
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Reply>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  readonly list: (path: string) => Promise<ListReply>;
  /** Sends a form. */
  readonly form: (method: string, path: string, fields: Record<string, string>) => Promise<Reply>;
  readonly json: (method: string, path: string, body: unknown) => Promise<Reply>;
  readonly delete: (path: string) => Promise<Reply>;
}

/** Parts of a request, except the key. */
interface SendOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** A response with its body. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly body: ReplyBody;
}

/** All members of bodies of this API; each kind of response has some of them. */
interface ReplyBody {
  readonly data: ReplyRecord;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly reason?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** A record, loosely: what the tests look at. */
export interface ReplyRecord {
  readonly id: number;
  readonly url: string;
  readonly domain: string;
  readonly website_id: number;
  readonly privacy: number;
  readonly password: boolean;
  readonly updated_at: string;
  readonly share_url: string | null;
  readonly checks: Readonly<Record<string, unknown>>;
}

/** A page of a listing. */
export interface ListReply extends Omit<Reply, 'body'> {
  readonly body: {
    readonly data: readonly ReplyRecord[];
    readonly links: Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>>;
    readonly meta: Readonly<Record<string, string | number | null>>;
  };
  readonly ids: readonly number[];
}

/** A client with an API key, or without. */
export function createClient(target: ServerUnderTest, key?: string): Client {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

  const send = async (
    method: string,
    path: string,
    { headers, ...rest }: SendOptions = {},
  ): Promise<Reply> => {
    const response = await target.fetch(path, {
      method,
      headers: { accept: 'application/json', ...authorization, ...headers },
      ...rest,
      ...(rest.body instanceof Uint8Array ? { body: new Blob([new Uint8Array(rest.body)]) } : {}),
    });
    const { status, headers: responseHeaders } = response;
    const text = await response.text();
    target.validate({ method, path, status, headers: responseHeaders, text });
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status,
      headers: responseHeaders,
      text,
      body: isJson ? JSON.parse(text) : {},
    };
  };
  const withType = (method: string, path: string, type: string, body: string) =>
    send(method, path, { headers: { 'content-type': type }, body });

  return {
    send,
    get: (path, headers) => send('GET', path, headers ? { headers } : {}),
    delete: (path) => send('DELETE', path),
    form: (method, path, fields) =>
      withType(
        method,
        path,
        'application/x-www-form-urlencoded',
        new URLSearchParams(fields).toString(),
      ),
    json: (method, path, body) => withType(method, path, 'application/json', JSON.stringify(body)),
    list: async (path) => {
      const reply = (await send('GET', path)) as unknown as ListReply;
      return { ...reply, ids: reply.body.data?.map((row) => row.id) ?? [] };
    },
  };
}
