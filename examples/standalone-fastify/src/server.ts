import { METHODS } from 'node:http';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import type { Store } from '@sitegrade/core';
import {
  networkOf,
  problem,
  problemType,
  type Settings,
  sendClientError,
  trackConnections,
} from '@sitegrade/example-shared';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';

/** How long reports under way may take once the server is asked to stop. */
const graceMs = 10_000;

/** Makes the server. Closing it lets requests under way finish, and closes the store last. */
export function createServer(settings: Settings, store: Store): FastifyInstance {
  const app = Fastify({
    logger: { serializers: { req: loggedRequest } },
    // A client may take this long to send its headers, and its whole request.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 30_000,
    // The API validates ids itself, however long they are.
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
    frameworkErrors: sendError,
    clientErrorHandler: sendClientError,
  });
  addEveryMethod(app);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.setErrorHandler(sendError);

  const { publicUrl } = settings;
  app.register(sitegradePlugin, {
    store,
    network: networkOf(settings),
    docs: true,
    pages: true,
    worker: true,
    ...(publicUrl && { publicUrl }),
  });

  const closeConnections = trackConnections(app.server);
  app.addHook('preClose', async () => closeConnections(graceMs));
  app.addHook('onClose', () => store.close());
  return app;
}

/** A method that Fastify does not know would be a 404; one that it knows is a 405 on our paths. */
function addEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    // CONNECT never reaches a route: Node closes the connection.
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** The log holds no headers, which contain the key, and no query. */
function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?', 1)[0],
    remoteAddress: request.ip,
  };
}

/** Responds to an error before or outside of the API. */
function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // An unknown path is a 404 even where the body cannot be parsed. A path that cannot be decoded has
  // a code of its own, because Fastify looked for no route.
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
