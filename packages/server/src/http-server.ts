import { METHODS } from 'node:http';
import { type SitegradePluginOptions, sitegradePlugin } from '@sitegrade/adapter-fastify';
import { type Context, isSitegradeError } from '@sitegrade/core';
import { requireOneHost } from '@sitegrade/core/http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { addHealth, type Health } from './health.ts';
import { problem, problemType, sendClientError } from './problem.ts';
import type { Settings } from './settings.ts';
import { trackConnections } from './shutdown.ts';

/** How long reports in progress may take once the server is asked to stop. */
const graceMs = 10_000;

/** The settings of the server, without those of its context. */
export const serverSettings = [
  'port',
  'host',
  'publicUrl',
  'trustProxy',
  'worker',
  'concurrency',
  'name',
  'logo',
  'accent',
  'footer',
] as const;

type ServerSettings = Pick<Settings, (typeof serverSettings)[number]>;

/** What the server serves. */
interface ServerParts {
  readonly context: Context;
  readonly health: Health;
  readonly logger: FastifyBaseLogger;
}

/** Creates the server. Closing it lets requests in progress finish, and stops its worker. */
export function createServer(
  settings: ServerSettings,
  { context, health, logger }: ServerParts,
): FastifyInstance {
  const { publicUrl, trustProxy } = settings;
  const app = Fastify({
    loggerInstance: logger,
    // A client may take this long to send its headers, and its whole request.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 30_000,
    // The API validates ids itself, however long they are.
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
    frameworkErrors: sendError,
    clientErrorHandler: sendClientError,
    ...(trustProxy !== undefined && { trustProxy }),
  });
  addEveryMethod(app);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.setErrorHandler(sendError);

  // Also of paths that are not those of the API.
  app.addHook('onRequest', async (request) => requireOneHost(request.raw));
  addHealth(app, health);
  // Relative, so that a proxy may serve it below a path.
  app.get('/', (_request, reply) =>
    reply.redirect(`${publicUrl?.replace(/\/$/, '') ?? '.'}/sitegrade`),
  );
  app.register(sitegradePlugin, {
    context,
    docs: true,
    pages: pagesOf(settings),
    worker: settings.worker && { concurrency: settings.concurrency },
    ...(publicUrl !== undefined && { publicUrl }),
  });

  const closeConnections = trackConnections(app.server);
  app.addHook('preClose', async () => closeConnections(graceMs));
  return app;
}

function pagesOf({
  name,
  logo,
  accent,
  footer,
}: ServerSettings): NonNullable<SitegradePluginOptions['pages']> {
  return {
    ...(name !== undefined && { name }),
    ...(logo !== undefined && { logo }),
    ...(accent !== undefined && { accent }),
    ...(footer !== undefined && { footer }),
  };
}

/** A method that Fastify does not know would be a 404; one that it knows is a 405 on our paths. */
function addEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    // CONNECT never reaches a route: Node closes the connection.
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Responds to an error before or outside of the API. */
function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // An unknown path is a 404 even where the body cannot be parsed. A path that cannot be decoded has
  // a code of its own, because Fastify looked for no route.
  if (isSitegradeError(error) && error.code === 'malformed_request') {
    return sendProblem(reply, 400, error.code, error.message);
  }
  if (request.is404 && error.code !== 'FST_ERR_BAD_URL') return sendNotFound(reply);
  const { statusCode = 500 } = error;
  if (statusCode >= 400 && statusCode < 500) {
    return sendProblem(reply, statusCode, 'malformed_request', 'The request is not well-formed.');
  }
  request.log.error({ err: error }, 'unexpected error');
  return sendProblem(reply, 500, 'internal', 'Something went wrong on our side.');
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 404, 'not_found', 'There is nothing at this path.');
}

function sendProblem(
  reply: FastifyReply,
  status: number,
  code: string,
  detail: string,
): FastifyReply {
  return reply
    .code(status)
    .type(problemType)
    .send(problem(status, code, detail));
}
