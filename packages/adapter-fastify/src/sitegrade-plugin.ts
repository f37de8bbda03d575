import {
  type Answer,
  type ApiOptions,
  type ApiRequest,
  createApi,
  type Endpoint,
} from '@sitegrade/core/http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** Fastify's own refusals on our routes. All else is an error of a host's hook, for the host. */
const contentTypeErrors: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/** What the plugin takes; only `store` must be said. */
export interface SitegradePluginOptions extends ApiOptions<FastifyRequest> {}

/**
 * Adds the sitegrade API under `/api/v1`, behind whatever `prefix` it is registered with. It is a
 * plain encapsulated plugin: the host's parsers, error handler and not-found handler stay the
 * host's, while its hooks (rate limits, metrics) see our routes like its own. What callers are not
 * told of a failure goes to `request.log`. `app.close()` waits for analyses under way, at most ten
 * seconds.
 *
 * @throws TypeError where an option is wrong, naming it.
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
  const { endpoints, close } = createApi(ownOptions(options));
  // Fastify waits for requests under way by itself.
  app.addHook('preClose', async () => void close());
  readNoBodies(app);
  for (const endpoint of endpoints) register(app, endpoint);
};

/** Fastify hands its own options of `register` over together with ours. */
function ownOptions(options: SitegradePluginOptions): ApiOptions<FastifyRequest> {
  const own: Record<string, unknown> = { ...options };
  for (const name of ['prefix', 'logLevel', 'logSerializers']) delete own[name];
  return own as unknown as ApiOptions<FastifyRequest>;
}

/** Bodies are read and judged by the API itself, alike on every framework. */
function readNoBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** How a route answers. */
type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;

function register(
  app: FastifyInstance,
  { path, operations, otherwise }: Endpoint<FastifyRequest>,
): void {
  const taken = new Set<string>();
  for (const { methods, handle } of operations) {
    for (const method of methods) taken.add(method);
    route(app, path, [...methods], (request, reply) => handle(apiRequest(request, reply)));
  }
  const others = app.supportedMethods.filter((method) => !taken.has(method));
  route(app, path, others, async (request, reply) => otherwise(apiRequest(request, reply)));
}

function route(app: FastifyInstance, url: string, method: string[], answer: Answerer): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // An empty segment is no id but another path, which is the host's to answer, as is an escaped name.
    if (idOf(request) === '' || hasEscapedName(request, url)) return reply.callNotFound();
    return send(reply, await answer(request, reply));
  };
  app.route({
    method,
    url,
    handler,
    exposeHeadRoute: false,
    // Fastify refuses some content types before it asks a parser: ours to judge, in our order.
    errorHandler: (error, request, reply) => {
      if (!contentTypeErrors.has(error.code)) throw error;
      return handler(request, reply);
    },
  });
}

/** Whether a segment of the route was sent with escapes: Fastify decodes before it compares. */
function hasEscapedName(request: FastifyRequest, route: string): boolean {
  const names = route.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'));
  const [path = ''] = request.url.split('?', 1);
  const sent = path.split('/').filter((segment) => segment !== '');
  const end = sent.length - (idOf(request) === undefined ? 0 : 1);
  return sent.slice(end - names.length, end).some((segment) => segment.includes('%'));
}

function idOf(request: FastifyRequest): string | undefined {
  return (request.params as { readonly id?: string }).id;
}

function apiRequest(request: FastifyRequest, reply: FastifyReply): ApiRequest<FastifyRequest> {
  return {
    native: request,
    incoming: request.raw,
    outgoing: reply.raw,
    url: request.originalUrl,
    id: idOf(request),
    protocol: request.protocol,
    host: request.host,
    body: request.body,
    logger: request.log,
  };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  // An empty text would get a content type and a length, which a 204 and a 304 must not have.
  return reply
    .code(status)
    .headers(headers)
    .send(body === '' ? undefined : body);
}
