import { METHODS } from 'node:http';
import { type SitegradePluginOptions, sitegradePlugin } from '@sitegrade/adapter-fastify';
import { type Context, isSitegradeError, SitegradeError } from '@sitegrade/core';
import { requireOneHost } from '@sitegrade/core/http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { addHealth, type Health } from './health.ts';
import { addMcp, type McpPackage } from './mcp-route.ts';
import { workerOptionsOf, workerSettings } from './open-context.ts';
import { problem, problemType, sendClientError } from './problem.ts';
import { proxyLogin } from './proxy-login.ts';
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
  'authHeader',
  'authProxies',
  'authOwner',
  'worker',
  ...workerSettings,
  'name',
  'logo',
  'logoDark',
  'accent',
  'footer',
] as const;

type ServerSettings = Pick<Settings, (typeof serverSettings)[number]>;

/** What the server serves. */
interface ServerParts {
  readonly context: Context;
  readonly health: Health;
  readonly logger: FastifyBaseLogger;
  /** The package with the tools for coding agents, if there are to be some. */
  readonly mcp?: McpPackage | undefined;
}

/** Creates the server. Closing it lets requests in progress finish, and stops its worker. */
export function createServer(
  settings: ServerSettings,
  { context, health, logger, mcp }: ServerParts,
): FastifyInstance {
  const { publicUrl, trustProxy } = settings;
  const sendProblem = problemSender(settings);
  const sendError = errorSender(sendProblem);
  const app = Fastify({
    // Fastify would end a start that takes ten seconds, which it may on a busy machine.
    pluginTimeout: 0,
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
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound));
  app.setErrorHandler(sendError);

  // Also of paths that are not those of the API.
  app.addHook('onRequest', async (request) => requireOneHost(request.raw));
  addHealth(app, health);
  // Relative, so that a proxy may serve it below a path.
  app.get('/', (_request, reply) =>
    reply.redirect(`${publicUrl?.replace(/\/$/, '') ?? '.'}/sitegrade`),
  );
  if (mcp !== undefined) addMcp(app, mcp, { context, publicUrl });
  app.register(sitegradePlugin, {
    context,
    docs: true,
    pages: pagesOf(settings),
    worker: settings.worker && settings.processes === 1 && workerOptionsOf(settings),
    ...(publicUrl !== undefined && { publicUrl }),
    ...proxyLogin(settings),
  });

  const closeConnections = trackConnections(app.server);
  app.addHook('preClose', async () => closeConnections(graceMs));
  return app;
}

function pagesOf({
  name,
  logo,
  logoDark,
  accent,
  footer,
}: ServerSettings): Exclude<SitegradePluginOptions['pages'], boolean | undefined> {
  return {
    ...(name !== undefined && { name }),
    ...(logo !== undefined && { logo }),
    ...(logoDark !== undefined && { logoDark }),
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

/** An error, for people and programs. */
interface Problem {
  readonly status: number;
  readonly code: 'not_found' | 'malformed_request' | 'internal';
  readonly detail: string;
}

type SendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
) => Promise<FastifyReply>;

const notFound = {
  status: 404,
  code: 'not_found',
  detail: 'There is nothing at this path.',
} as const;
const internal = {
  status: 500,
  code: 'internal',
  detail: 'Something went wrong on our side.',
} as const;

/** Responds to an error before or outside of the API. */
function errorSender(sendProblem: SendProblem) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // An unknown path is a 404 even where the body cannot be parsed. A path that cannot be decoded has
    // a separate code, because Fastify looked for no route.
    if (isSitegradeError(error) && error.code === 'malformed_request') {
      const { code, message: detail } = error;
      return sendProblem(request, reply, { status: 400, code, detail });
    }
    if (request.is404 && error.code !== 'FST_ERR_BAD_URL') {
      return sendProblem(request, reply, notFound);
    }
    const { statusCode: status = 500 } = error;
    if (status >= 400 && status < 500) {
      const detail = 'The request is not well-formed.';
      return sendProblem(request, reply, { status, code: 'malformed_request', detail });
    }
    request.log.error({ err: error }, 'unexpected error');
    return sendProblem(request, reply, internal);
  };
}

/** Sends a page to a browser, and to programs what the API sends. */
function problemSender(settings: ServerSettings): SendProblem {
  return async (request, reply, { status, code, detail }) => {
    const { accept = '' } = request.headers;
    if (!/\btext\/html\b/i.test(accept) || request.url.startsWith('/api/')) {
      return reply
        .code(status)
        .type(problemType)
        .send(problem(status, code, detail));
    }
    const { renderErrorPage } = await import('@sitegrade/core/pages');
    // Links of the page have no origin. The protocol of the request is what a proxy says, which may be anything.
    const base = settings.publicUrl?.replace(/\/+$/, '') ?? 'http://localhost';
    const page = renderErrorPage(new SitegradeError(code, detail), base, pagesOf(settings));
    return reply.code(status).headers(page.headers).send(page.body);
  };
}
