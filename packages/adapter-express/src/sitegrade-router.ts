import { pipeline, Readable } from 'node:stream';
import {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  createApi,
  type Endpoint,
  type Logger,
  processWarnings,
} from '@sitegrade/core/http';
import { drawDocument, pageRoutes } from '@sitegrade/core/pages';
import { type Request, type Response, Router } from 'express';

/** Options of {@link sitegradeRouter}. Only `store` is required. */
export type SitegradeRouterOptions = ApiOptions<Request> & {
  /**
   * Gets one line per request, at level `error` for a 5xx and `info` otherwise. A pino logger or
   * `console` fits; wrap a winston logger in two functions. Default: no request log, and a process
   * warning for each 5xx, which Node prints to stderr.
   */
  readonly logger?: Logger;
};

/** The router, with a method to shut it down before the server closes. */
export type SitegradeRouter = Router & {
  /**
   * Accepts no new reports and waits for running ones, at most `graceMs` milliseconds (10,000 by
   * default). Call it before you close the server.
   */
  readonly close: (graceMs?: number) => Promise<void>;
};

/**
 * Creates a router that adds the sitegrade API under `/api/v1`, below the path that it is mounted at.
 * It works on Express 4 and 5, before and after body parsers. The host keeps its error handlers and its 404.
 *
 * @throws TypeError naming the first invalid option.
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
  const { endpoints, close } = createApi<Request>(options, {
    adapterOptions: ['logger'],
    pageRoutes,
    drawDocument,
  });
  const { logger = processWarnings } = options;
  return Object.assign(routerOf(endpoints, logger), { close });
}

/** Creates a router with native routes for endpoints. */
export function routerOf(endpoints: readonly Endpoint<Request>[], logger: Logger): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, except, operations, fallback } of endpoints) {
    // After all routes, and in every version of Express without a pattern.
    if (path.endsWith('/*')) {
      const prefix = path.slice(0, -2);
      const below = except?.slice(prefix.length);
      router.use(prefix, (request, response, next) => {
        if (isClosed(request)) return;
        if (below !== undefined && `${request.path}/`.startsWith(`${below}/`)) return next();
        const ofMethod = operations.find(({ methods }) =>
          (methods as readonly string[]).includes(request.method),
        );
        const sent = apiRequest(request, response, logger);
        if (!ofMethod) return send(response, fallback(sent));
        ofMethod.handle(sent).then((reply) => send(response, reply), next);
      });
      continue;
    }
    const route = router.route(path);
    for (const { methods, handle } of operations) {
      for (const method of methods) {
        route[verb(method)](async (request, response, next) => {
          if (isClosed(request)) return;
          try {
            send(response, await handle(apiRequest(request, response, logger)));
          } catch (error) {
            // Only Express 5 handles rejections.
            next(error);
          }
        });
      }
    }
    route.all((request, response) => {
      if (isClosed(request)) return;
      send(response, fallback(apiRequest(request, response, logger)));
    });
  }
  return router;
}

function verb<Method extends string>(method: Method): Lowercase<Method> {
  return method.toLowerCase() as Lowercase<Method>;
}

/** Of a flood of pipelined requests, Node parses those after the connection was closed, too. */
function isClosed({ socket }: Request): boolean {
  return socket.destroyed;
}

function apiRequest(request: Request, response: Response, logger: Logger): ApiRequest<Request> {
  return {
    native: request,
    incoming: request,
    outgoing: response,
    url: request.originalUrl,
    // Only wildcards, which our paths do not have, are lists.
    params: request.params as Readonly<Record<string, string>>,
    protocol: request.protocol,
    host: hostOf(request),
    clientAddress: request.ip ?? '',
    body: request.body,
    logger,
  };
}

/**
 * Host name and port, by the host's setting `trust proxy`. Express 4 has no property with both: its
 * `request.host` lacks the port.
 */
function hostOf({ app, headers, socket }: Request): string {
  const [forwarded = ''] = [headers['x-forwarded-host'] ?? []].flat().join().split(',', 1);
  const trusts: unknown = app.get('trust proxy fn');
  const isTrusted = typeof trusts === 'function' && trusts(socket.remoteAddress, 0);
  return (isTrusted && forwarded.trim()) || (headers.host ?? '');
}

/** Uses `end`: `send` would add its own entity tag. */
function send(response: Response, { status, headers, body }: ApiResponse): void {
  const chunks = typeof body === 'string' ? undefined : Readable.from(body);
  // A timeout of the host may already have sent a response.
  if (response.headersSent) return void chunks?.destroy();
  response.statusCode = status;
  const hostVary = response.getHeader('vary');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Middleware of the host, such as cors, may have set it.
  if (hostVary !== undefined && headers.vary !== undefined) {
    response.setHeader('vary', [hostVary, headers.vary].flat().join(', '));
  }
  // The API has logged an error in the chunks, and the connection is destroyed.
  if (chunks) pipeline(chunks, response, () => {});
  else response.end(body);
}
