import {
  type Answer,
  type ApiOptions,
  type ApiRequest,
  createApi,
  type Logger,
} from '@sitegrade/core/http';
import { type Request, type Response, Router } from 'express';
import { processWarnings } from './process-warnings.ts';

/** What the router takes; only `store` must be said. */
export interface SitegradeRouterOptions extends ApiOptions<Request> {
  /**
   * Gets a line for every request, at `error` where it was answered with a 5xx: pino's logger, winston's
   * behind two functions, or `console`. Default: no lines, but a process warning for a 5xx, which Node
   * prints to stderr.
   */
  readonly logger?: Logger;
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
  // Without any options the API's own error says what is missing.
  const { logger = processWarnings, ...apiOptions } = options ?? {};
  requireLogger(logger);
  const router = Router({ caseSensitive: true, strict: true });
  const { endpoints, close } = createApi<Request>(apiOptions, ['logger']);
  for (const { path, operations, otherwise } of endpoints) {
    const route = router.route(path);
    for (const { methods, handle } of operations) {
      for (const method of methods) {
        route[verb(method)](async (request, response) =>
          send(response, await handle(apiRequest(request, response, logger))),
        );
      }
    }
    route.all((request, response) =>
      send(response, otherwise(apiRequest(request, response, logger))),
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
  logger: Logger,
): ApiRequest<Request> {
  return {
    native: request,
    incoming: request,
    outgoing: response,
    url: request.originalUrl,
    id: request.params.id,
    protocol: request.protocol,
    host: request.host ?? '',
    body: request.body,
    logger,
  };
}

/** `end`, not `send`, which would add an entity tag of its own. */
function send(response: Response, { status, headers, body }: Answer): void {
  // A timeout of the host's may have answered: its error handler need not hear that we are late.
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

function requireLogger(logger: Logger): void {
  const has = (name: string) => typeof Reflect.get(Object(logger), name) === 'function';
  if (has('info') && has('error')) return;
  throw new TypeError('options.logger must have the methods info and error');
}
