import type { Readable } from 'node:stream';
import { SitegradeError } from '@sitegrade/core';
import {
  type ApiOptions,
  type ApiRequest,
  createApi,
  type Endpoint,
  type Logger,
  problemResponse,
  processWarnings,
} from '@sitegrade/core/http';
import { drawDocument, pageRoutes } from '@sitegrade/core/pages';
import { endpointFinder } from './endpoint-finder.ts';
import { discardRest, streamOf } from './request-body.ts';
import { responseOf } from './response.ts';

/** A request, and what the host has passed with it. */
interface HostCall<Host> {
  readonly request: Request;
  readonly host: Host;
}

/** An owner's id, or nothing if no one is logged in. */
type MaybeOwner = string | null | undefined;

/** `Omit` that keeps alternatives apart. */
type Without<Options, Name extends PropertyKey> = Options extends unknown
  ? Omit<Options, Name>
  : never;

/** Options of {@link sitegradeFetch}. Only `store` is required. */
export type SitegradeFetchOptions<Host = unknown> = Without<
  ApiOptions,
  'authenticate' | 'authenticatePages'
> & {
  /**
   * The path that everything is mounted below, as in the URL of the requests: `/tools/seo` for
   * `https://example.com/tools/seo/api/v1/reports`. Default: none.
   */
  readonly prefix?: string;
  /**
   * Replaces the built-in API keys with your own login. It gets the request and what you have passed with it, and
   * returns your id of the user or tenant, or `undefined`, `null` or `''` if no one is logged in, or a promise of either.
   */
  readonly authenticate?: (request: Request, host: Host) => MaybeOwner | PromiseLike<MaybeOwner>;
  /** The same for the pages alone, where the API keeps its API keys. Default: `authenticate`. */
  readonly authenticatePages?: (
    request: Request,
    host: Host,
  ) => MaybeOwner | PromiseLike<MaybeOwner>;
  /**
   * The client's IP address, which a `Request` does not have: guesses of passwords are limited for each. Default: none,
   * so that these limits are those of all clients together.
   */
  readonly clientAddress?: (request: Request, host: Host) => string | undefined;
  /** The response for paths that sitegrade does not have. Default: a 404 without a body. */
  readonly notFound?: (request: Request, host: Host) => Response | Promise<Response>;
  /**
   * Gets one line per request, at level `error` for a 5xx and `info` otherwise. A pino logger or `console` fits. Default:
   * no request log, and a process warning for each 5xx, which Node prints to stderr.
   */
  readonly logger?: Logger;
};

/** Answers requests for sitegrade, with a method to shut it down before the server closes. */
export type SitegradeFetch<Host = unknown> = ((
  request: Request,
  ...host: undefined extends Host ? [host?: Host] : [host: Host]
) => Promise<Response>) & {
  /**
   * Accepts no new reports and waits for running ones, at most `graceMs` milliseconds (10,000 by default). Call it
   * before you close the server.
   */
  readonly close: (graceMs?: number) => Promise<void>;
};

/**
 * Creates a function from a `Request` to a `Response` that has the sitegrade API under `/api/v1`, for every host that
 * works with these: Hono, Next.js, h3, Koa, a server of your own. Set `publicUrl` if the host changes the URL before.
 *
 * @throws TypeError naming the first invalid option.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * const sitegrade = sitegradeFetch({ store });
 * const response = await sitegrade(new Request('https://example.com/api/v1/reports'));
 * ```
 */
export function sitegradeFetch<Host = unknown>(
  options: SitegradeFetchOptions<Host>,
): SitegradeFetch<Host> {
  // Without options, `createApi` says what is missing.
  const { authenticate, authenticatePages }: Partial<SitegradeFetchOptions<Host>> = options ?? {};
  const { endpoints, close } = createApi<HostCall<Host>>(
    {
      ...(options as ApiOptions),
      ...(typeof authenticate === 'function' && {
        authenticate: ({ request, host }: HostCall<Host>) => authenticate(request, host),
      }),
      ...(typeof authenticatePages === 'function' && {
        authenticatePages: ({ request, host }: HostCall<Host>) => authenticatePages(request, host),
      }),
    },
    {
      adapterOptions: ['logger', 'prefix', 'clientAddress', 'notFound'],
      pageRoutes,
      drawDocument,
    },
  );
  return Object.assign(handlerOf(endpoints, options), { close });
}

/** Creates a function that finds the endpoint of a request and handles it. */
export function handlerOf<Host>(
  endpoints: readonly Endpoint<HostCall<Host>>[],
  {
    prefix = '',
    clientAddress = () => undefined,
    notFound = () => new Response(null, { status: 404 }),
    logger = processWarnings,
  }: Pick<SitegradeFetchOptions<Host>, 'prefix' | 'clientAddress' | 'notFound' | 'logger'>,
) {
  const findEndpoint = endpointFinder(endpoints);
  return async (request: Request, ...[host]: [host?: Host]): Promise<Response> => {
    const call = { request, host: host as Host };
    const sent = partsOf(request.url);
    const [path = ''] = sent.url.split('?', 1);
    const found = path.startsWith(prefix) ? findEndpoint(path.slice(prefix.length)) : undefined;
    if (found === undefined) return notFound(request, call.host);
    const { endpoint, params } = found;
    if (params === undefined) return malformedPath();
    let stream: Readable | undefined;
    const apiRequest: ApiRequest<HostCall<Host>> = {
      ...sent,
      native: call,
      incoming: headOf(request),
      signal: request.signal,
      params,
      clientAddress: clientAddress(request, call.host) ?? '',
      // Only when it is asked for: a host discards a body better that was never touched.
      get body() {
        stream ??= streamOf(request);
        return stream;
      },
      logger,
    };
    const ofMethod = endpoint.operations.find(({ methods }) =>
      (methods as readonly string[]).includes(request.method),
    );
    const reply = ofMethod ? await ofMethod.handle(apiRequest) : endpoint.fallback(apiRequest);
    discardRest(request, stream);
    return responseOf(reply, request);
  };
}

function malformedPath(): Response {
  const error = new SitegradeError(
    'malformed_request',
    'The path is not percent-encoded correctly.',
  );
  const { status, headers, body } = problemResponse(error);
  return new Response(body, { status, headers });
}

/** The protocol, the host, and path and query of a URL, as they are in it. */
function partsOf(url: string): Pick<ApiRequest, 'protocol' | 'host' | 'url'> {
  const [, protocol = '', host = '', target = ''] = /^(\w+):\/\/([^/?#]*)([^#]*)/.exec(url) ?? [];
  return { protocol, host, url: target };
}

function headOf({ method, headers }: Request): ApiRequest['incoming'] {
  const entries = [...headers];
  return { method, headers: Object.fromEntries(entries), rawHeaders: entries.flat() };
}
