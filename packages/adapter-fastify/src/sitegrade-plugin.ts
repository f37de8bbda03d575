import { Readable } from 'node:stream';
import {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  createApi,
  type Endpoint,
} from '@sitegrade/core/http';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';

/** Errors of Fastify itself on our routes. All others come from hooks of the host, whose error handler gets them. */
const contentTypeErrors: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/** Options of {@link sitegradePlugin}. Only `store` is required. */
export type SitegradePluginOptions = ApiOptions<FastifyRequest> & {
  /**
   * Whether the document that `@fastify/swagger` makes of the host shows the routes of the API, with names and summaries; all
   * else is in their own OpenAPI document. Default: `false`.
   */
  readonly swagger?: boolean;
};

/**
 * Adds the sitegrade API under `/api/v1`, after the `prefix` that it is registered with. It is a plain
 * encapsulated plugin: the host keeps its parsers, error handler and not-found handler, and its hooks
 * (rate limits, metrics) apply to our routes too. Causes of errors go to `request.log`. `app.close()`
 * waits for running analyses and jobs, at most ten seconds.
 *
 * @throws TypeError naming the first invalid option.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * const app = Fastify();
 * app.register(sitegradePlugin, { store });
 * await app.listen({ port: 3000 });
 * ```
 */
export const sitegradePlugin: FastifyPluginAsync<SitegradePluginOptions> = async (app, options) => {
  // An API without pages loads none of their code.
  const pages = options.pages || options.docs ? await import('@sitegrade/core/pages') : {};
  const { endpoints, close, stopWorker } = createApi(ownOptions(options), {
    adapterOptions: ['swagger'],
    drawDocument: async (...request) =>
      (await import('@sitegrade/core/pages')).drawDocument(...request),
    ...pages,
  });
  app.addHook('preClose', () => {
    // Not awaited: the server listens until this hook ends, and waits for requests in progress by itself.
    void close();
    // Before every `onClose`, regardless of their order: the host may close its store there, and a worker has to
    // give back its jobs before.
    return stopWorker();
  });
  registerEndpoints(app, endpoints, options);
};

/** Removes Fastify's own `register` options, which Fastify passes together with ours. */
function ownOptions(options: SitegradePluginOptions): SitegradePluginOptions {
  const apiOptions: Record<string, unknown> = { ...options };
  for (const name of ['prefix', 'logLevel', 'logSerializers']) delete apiOptions[name];
  return apiOptions as unknown as SitegradePluginOptions;
}

/** Registers native routes for endpoints. */
export function registerEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint<FastifyRequest>[],
  { swagger = false }: Pick<SitegradePluginOptions, 'swagger'> = {},
): void {
  disableBodyParsers(app);
  for (const endpoint of endpoints) {
    if (!isSameRoute(app, endpoint.path)) register(app, endpoint, swagger);
  }
}

/** Whether the host's router takes a path with a trailing slash for the same path without it. */
function isSameRoute({ initialConfig }: FastifyInstance, path: string): boolean {
  const { ignoreTrailingSlash, routerOptions } = initialConfig;
  return path.endsWith('/') && (routerOptions?.ignoreTrailingSlash ?? ignoreTrailingSlash ?? false);
}

/** The API reads and validates bodies itself, in the same way on every framework. */
function disableBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    const pass = () => done(null, payload);
    // A hook of the host reads it, too: its next hooks may take time, in which the data would be lost.
    const { [readAlongKey]: readAlong }: RouteConfig = request.routeOptions.config;
    const reading = readAlong?.(payload);
    if (reading) reading.then(pass, pass);
    else pass();
  });
}

/** Names what a route of ours has for the parser, which all routes share. */
const readAlongKey = Symbol('sitegrade.readAlong');

interface RouteConfig extends FastifyContextConfig {
  readonly [readAlongKey]?: Endpoint['operations'][number]['readAlong'];
}

/** What `@fastify/swagger` reads. It has nothing that Fastify would validate. */
type SwaggerSchema =
  | { readonly hide: true }
  | { readonly operationId: string; readonly summary: string; readonly tags: string[] };

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<ApiResponse>;

function register(
  app: FastifyInstance,
  { path, except, operations, fallback }: Endpoint<FastifyRequest>,
  swagger: boolean,
): void {
  const routed = new Set<string>();
  const route = (
    methods: string[],
    respond: Respond,
    schema: SwaggerSchema = { hide: true },
    config: RouteConfig = {},
  ) => addRoute(app, { path, except, schema, config }, methods, respond);
  for (const { methods, handle, readAlong, operationId, summary } of operations) {
    for (const method of methods) routed.add(method);
    const isShown = swagger && path.startsWith('/api/v1/');
    const shown = { operationId, summary, tags: ['sitegrade'] };
    const respond: Respond = (request, reply) => handle(apiRequest(request, reply));
    // HEAD would have the same operation id.
    for (const method of methods)
      route([method], respond, isShown && method !== 'HEAD' ? shown : undefined, {
        [readAlongKey]: readAlong,
      });
  }
  const others = app.supportedMethods.filter((method) => !routed.has(method));
  route(others, async (request, reply) => fallback(apiRequest(request, reply)));
}

function addRoute(
  app: FastifyInstance,
  {
    path: url,
    except,
    schema,
    config,
  }: {
    readonly path: string;
    readonly except: string | undefined;
    readonly schema: SwaggerSchema;
    readonly config: RouteConfig;
  },
  method: string[],
  respond: Respond,
): void {
  const isOurs = ownPaths(url, except);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // Of a flood of pipelined requests, Node parses those after the connection was closed, too.
    if (request.raw.socket.destroyed) return reply.hijack();
    if (!isOurs(request)) return reply.callNotFound();
    return send(reply, await respond(request, reply));
  };
  app.route({
    method,
    url,
    // The type of the plugin that reads it is known only where it is imported.
    schema: schema as FastifySchema,
    config,
    handler,
    exposeHeadRoute: false,
    // Fastify rejects some content types before any parser runs. The API validates them in its own order.
    errorHandler: (error, request, reply) => {
      if (!contentTypeErrors.has(error.code)) throw error;
      return handler(request, reply);
    },
  });
}

/**
 * Whether no parameter is empty, and no fixed segment of the route was sent percent-encoded: Fastify
 * decodes paths before matching. Other paths are the host's, as on other frameworks.
 */
function ownPaths(route: string, except: string | undefined): (request: FastifyRequest) => boolean {
  const prefix = route.slice(0, -1);
  if (route.endsWith('/*')) {
    return ({ url }) => {
      const [path = ''] = url.split('?', 1);
      const isExcepted = except !== undefined && `${path}/`.includes(`${except}/`);
      return path.includes(prefix) && !isExcepted;
    };
  }
  const segments = route.split('/').filter((segment) => segment !== '');
  const names = segments.flatMap((segment) => (segment.startsWith(':') ? segment.slice(1) : []));
  return (request) => {
    const params = paramsOf(request);
    if (names.some((name) => params[name] === '')) return false;
    if (!request.url.includes('%')) return true;
    const [path = ''] = request.url.split('?', 1);
    const sent = path.split('/').filter((segment) => segment !== '');
    return segments.every(
      (segment, index) =>
        segment.startsWith(':') || !sent.at(index - segments.length)?.includes('%'),
    );
  };
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return request.params as Readonly<Record<string, string>>;
}

function apiRequest(request: FastifyRequest, reply: FastifyReply): ApiRequest<FastifyRequest> {
  return {
    native: request,
    incoming: request.raw,
    outgoing: reply.raw,
    url: request.originalUrl,
    params: paramsOf(request),
    protocol: request.protocol,
    host: request.host,
    clientAddress: request.ip,
    body: request.body,
    logger: request.log,
  };
}

function send(reply: FastifyReply, { status, headers, body }: ApiResponse): FastifyReply {
  const hostVary = reply.getHeader('vary');
  reply.code(status).headers(headers);
  // A hook of the host, such as that of @fastify/cors, may have set it.
  if (hostVary !== undefined && headers.vary !== undefined) {
    reply.header('vary', [hostVary, headers.vary].flat().join(', '));
  }
  if (typeof body !== 'string') return reply.send(Readable.from(body));
  // Fastify adds a content type and length to an empty string, which a 204 and a 304 must not have.
  return reply.send(body === '' ? undefined : body);
}
