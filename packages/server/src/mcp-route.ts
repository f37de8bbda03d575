import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from '@sitegrade/core';
import { apiKeyOwnerOf, problemResponse } from '@sitegrade/core/http';
import { errorRecord, isPackageMissing, packageManager } from '@sitegrade/core/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestPlaces } from './request-places.ts';
import { WrongSettings } from './settings.ts';

/** The package with the tools for coding agents. */
export type McpPackage = Pick<
  typeof import('@sitegrade/mcp'),
  'mcpHandler' | 'maxRequestBytes' | 'tooLargeResponse'
>;

/**
 * Loads the package with the tools for coding agents.
 *
 * @param load - Another one than the default, for tests.
 * @param variables - The environment, which names the package manager.
 * @throws Error that says how to install it.
 */
export async function loadMcp(
  load: () => Promise<McpPackage> = () => import('@sitegrade/mcp'),
  variables = process.env,
): Promise<McpPackage> {
  try {
    return await load();
  } catch (error) {
    if (!isPackageMissing(error, '@sitegrade/mcp')) throw error;
    throw new WrongSettings(
      `MCP (--mcp) is true, which needs the package @sitegrade/mcp, which is not installed: ${packageManager(variables).install} @sitegrade/mcp`,
    );
  }
}

/**
 * Adds `/mcp`: the tools for coding agents, for the owners of API keys. Who may send a request is decided before its
 * body is read.
 */
export function addMcp(
  app: FastifyInstance,
  { mcpHandler, maxRequestBytes, tooLargeResponse }: McpPackage,
  { context, publicUrl }: { readonly context: Context; readonly publicUrl: string | undefined },
): void {
  const logError = (error: unknown) =>
    app.log.error({ err: errorRecord(error) }, 'a tool for agents failed');
  const mcp = mcpHandler({ context, publicUrl, onError: logError });
  const warnOf = refusalWarnings((message) => app.log.warn(message));
  const places = requestPlaces({ perOwner: 10, total: 50 });
  const owners = new WeakMap<FastifyRequest, string>();
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = mcp.refuse(webRequest(request));
    if (refused) {
      await warnOf(refused);
      return send(reply, refused);
    }
    try {
      const ownerId = await apiKeyOwnerOf(context, request.raw);
      const leave = places.enter(ownerId);
      // The client may have left while its key was looked up: `close` is not emitted again.
      if (reply.raw.destroyed) leave();
      else reply.raw.once('close', leave);
      owners.set(request, ownerId);
    } catch (error) {
      const { status, headers, body } = problemResponse(error);
      if (status >= 500) logError(error);
      return reply.code(status).headers(headers).send(body);
    }
    return undefined;
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxRequestBytes },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      onRequest: admit,
      errorHandler: (error, _request, reply) => {
        if (error.statusCode !== 413) throw error;
        return send(reply, tooLargeResponse());
      },
      handler: async (request, reply) => {
        const ownerId = owners.get(request);
        if (ownerId === undefined) throw new Error('The request has no owner.');
        const left = new AbortController();
        reply.raw.once('close', () => left.abort());
        return send(reply, await mcp.fetch(webRequest(request, left.signal), ownerId));
      },
    });
    scope.addHook('onClose', () => mcp.close());
  });
}

/** The body of a refusal. */
interface RefusalBody {
  readonly error: { readonly message: string };
}

/** Logs why requests are refused: one with a host and one with an origin, since others may be sent in any number. */
function refusalWarnings(warn: (message: string) => void) {
  const warned = new Set<string>();
  return async (refused: Response): Promise<void> => {
    const { error } = (await refused.clone().json()) as RefusalBody;
    const [kind = ''] = error.message.split('"', 1);
    if (warned.has(kind)) return;
    warned.add(kind);
    warn(`A request to /mcp was refused. ${error.message}`);
  };
}

/** The headers that the protocol knows. The API key is not for it. */
const known = /^(?:origin|accept|content-type|mcp-[a-z-]+)$/;

function webRequest(
  { method, headers, host, body }: FastifyRequest,
  signal?: AbortSignal,
): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    known.test(name) && typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request('http://localhost/mcp', {
    method,
    // Behind a trusted proxy, the host that the client has sent to it.
    headers: [...sent, ['host', host]],
    ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
    ...(signal && { signal }),
  });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers);
  reply.code(response.status).headers({ ...headers, 'cache-control': 'no-store' });
  const { body } = response;
  if (body === null) return reply.send();
  const isStream = headers['content-type'] === 'text/event-stream';
  return reply.send(isStream ? Readable.fromWeb(body) : Buffer.from(await response.arrayBuffer()));
}
