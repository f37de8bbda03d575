import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  localhostAllowedHostnames,
  originValidationResponse,
  readRequestBody,
} from '@modelcontextprotocol/server';
import { type Context, createCrawl } from '@sitegrade/core';
import { createToolServer } from './tool-server.ts';

/** Bytes of a request. HTML is escaped in it: 2 MB have room if most of it is ASCII. */
export const maxRequestBytes = 4 * 1024 * 1024;

/** Options of {@link mcpHandler}. */
export interface McpHandlerOptions {
  /** From `createContext`. Its slots, quotas and address policy apply. Workers must run its crawls. */
  readonly context: Context;
  /**
   * Where clients reach it. Requests with another `Host`, and those of pages of other hosts, are refused, so that no
   * page can lead a browser to a server in its network. `localhost` is always allowed. Default: only `localhost`.
   */
  readonly publicUrl?: string | undefined;
  /** Called with errors that are not sent to clients. */
  readonly onError: (error: unknown) => void;
}

/** Serves the tools over HTTP. */
export interface McpHandler {
  /** A response for requests whose `Host` or `Origin` is not allowed. Call it before the client is identified. */
  readonly refuse: (request: Request) => Response | undefined;
  /**
   * Handles a request. Nothing is kept between requests.
   *
   * @param request - Its signal aborts what it has started.
   * @param ownerId - Whom the API key or the login of the request belongs to.
   */
  readonly fetch: (request: Request, ownerId: string) => Promise<Response>;
  /** Ends requests in progress, and refuses new ones. */
  readonly close: () => Promise<void>;
}

/**
 * The tools for coding agents over HTTP, for a server that knows who sends a request: `sitegrade serve --mcp` mounts it.
 *
 * @example
 * ```ts
 * const context = createContext({ store });
 * const mcp = mcpHandler({ context, onError: console.error });
 * const respond = async (request: Request) => mcp.refuse(request) ?? mcp.fetch(request, 'user-1');
 * ```
 */
export function mcpHandler({ context, publicUrl, onError }: McpHandlerOptions): McpHandler {
  const hosts = localhostAllowedHostnames();
  if (publicUrl !== undefined) hosts.push(new URL(publicUrl).hostname);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const ownerId = ownerOf(authInfo);
      return createToolServer({
        ...{ ownerId, context, contextFor: () => context },
        startCrawl: (input) => createCrawl(context, ownerId, input),
        keepReport: async () => {},
        readHtmlFile: null,
        kept: 'of the owner of this API key',
        logError: onError,
      });
    },
    {
      // Its tools never change: a stream of changes would only hold a connection.
      maxSubscriptions: 0,
      maxRequestBodySize: maxRequestBytes,
    },
  );
  return {
    refuse: (request) =>
      hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts),
    async fetch(request, ownerId) {
      const authInfo = { token: '', clientId: ownerId, scopes: [], extra: { ownerId } };
      const isMessage =
        request.method === 'POST' && isJsonContentType(request.headers.get('content-type'));
      if (!isMessage) return handler.fetch(request, { authInfo });
      const parsedBody = await readMessage(request);
      return parsedBody instanceof Response
        ? parsedBody
        : handler.fetch(request, { authInfo, parsedBody });
    },
    close: () => handler.close(),
  };
}

function ownerOf(authInfo: AuthInfo | undefined): string {
  const ownerId = authInfo?.extra?.ownerId;
  if (typeof ownerId !== 'string') throw new TypeError('The request has no owner.');
  return ownerId;
}

/** The message of a request, or what to respond to a body that is none. */
async function readMessage(request: Request): Promise<object | Response> {
  const read = await readRequestBody(request, maxRequestBytes);
  if (read.tooLarge) return tooLargeResponse();
  let message: unknown;
  try {
    message = JSON.parse(read.text);
  } catch {
    return errorResponse(400, -32_700, 'The body is not valid JSON.');
  }
  // Each message of a batch would have an answer of its own: thousands for one request.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return errorResponse(400, -32_600, 'The body must be one JSON-RPC message.');
  }
  return message;
}

/** What a request gets that is longer than {@link maxRequestBytes}. */
export function tooLargeResponse(): Response {
  return errorResponse(413, -32_000, 'The request must be at most 4 MB.');
}

function errorResponse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
