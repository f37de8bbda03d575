import { inspect } from 'node:util';
import { type Answer, type ApiOptions, type ApiRequest, createApi } from '@sitegrade/core/http';
import { type Request, type Response, Router } from 'express';

/** What the router takes; only `store` must be said. */
export interface SitegradeRouterOptions extends ApiOptions {
  /**
   * Is told every error behind a 5xx answer, of which callers learn nothing: hand it to your logger.
   * Default: a process warning, which Node prints to stderr.
   */
  readonly onError?: (error: unknown) => void;
}

/** The router, and the way to end its work before the server goes. */
export type SitegradeRouter = Router & {
  /**
   * Takes no more analyses and waits for those under way, at most for so many milliseconds (10,000
   * by default). To be called before the server's own `close`.
   */
  readonly close: (graceMs?: number) => Promise<void>;
};

/**
 * Makes a router that adds the sitegrade API under `/api/v1`, below whatever path it is used at. It
 * works before and after body parsers, and leaves the host's error handlers and 404s alone.
 *
 * @throws TypeError where an option is wrong, naming it.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * const app = express();
 * app.use(sitegradeRouter({ store }));
 * app.listen(3000);
 * ```
 */
export function sitegradeRouter(options: SitegradeRouterOptions): SitegradeRouter {
  const { onError = warn, ...apiOptions } = options;
  if (typeof onError !== 'function') throw new TypeError('options.onError must be a function');
  const router = Router({ caseSensitive: true, strict: true });
  const { endpoints, close } = createApi(apiOptions);
  for (const { path, operations, otherwise } of endpoints) {
    const route = router.route(path);
    for (const { methods, handle } of operations) {
      for (const method of methods) {
        route[verb(method)](async (request, response) =>
          send(response, await handle(apiRequest(request, response, onError))),
        );
      }
    }
    route.all((request, response) =>
      send(response, otherwise(apiRequest(request, response, onError))),
    );
  }
  return Object.assign(router, { close });
}

function verb<Method extends string>(method: Method): Lowercase<Method> {
  return method.toLowerCase() as Lowercase<Method>;
}

function apiRequest(
  request: Request<{ id?: string }>,
  response: Response,
  onError: (error: unknown) => void,
): ApiRequest {
  return {
    incoming: request,
    outgoing: response,
    url: request.originalUrl,
    id: request.params.id,
    protocol: request.protocol,
    host: request.host ?? '',
    body: request.body,
    log: (level, error) => {
      if (level === 'error') onError(error);
    },
  };
}

/** `end`, not `send`, which would add an entity tag of its own. */
function send(response: Response, { status, headers, body }: Answer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** The default of `onError`: a failure that nobody is told of is never mended. */
function warn(error: unknown): void {
  process.emitWarning('A request was answered with a 5xx.', {
    type: 'SitegradeWarning',
    detail: inspect(error),
  });
}
