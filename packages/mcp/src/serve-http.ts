import {
  type AuthInfo,
  createMcpHandler,
  isJsonContentType,
  localhostAllowedHostnames,
  readRequestBody,
  validateHostHeader,
  validateOriginHeader,
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
   * Where clients reach it. Requests of pages of other hosts are refused, so that no page can lead a browser to a server
   * in its network. `localhost` is always allowed. Without it, requests with another `Host` than `localhost` are, too.
   */
  readonly publicUrl?: string | undefined;
  /** Called with errors that are not sent to clients. */
  readonly onError: (error: unknown) => void;
}

/** Serves the tools over HTTP. */
export interface McpHandler {
  /**
   * A response for requests whose `Host` or `Origin` is not allowed: a JSON-RPC error with the remedy. Call it before the
   * client is identified.
   */
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
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const ownerId = ownerOf(authInfo);
      return createToolServer({
        ownerId,
        context,
        contextFor: () => context,
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
    refuse: ({ headers }) => {
      const message = refusal(headers, publicUrl);
      return message === undefined ? undefined : errorResponse(403, -32_000, message);
    },
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

/** Why a request is refused that a page may have sent whose name leads to this machine (DNS rebinding). */
function refusal(headers: Headers, publicUrl: string | undefined): string | undefined {
  const allowed = localhostAllowedHostnames();
  if (publicUrl !== undefined) allowed.push(new URL(publicUrl).hostname);
  const remedy =
    'Set publicUrl (of "sitegrade serve": PUBLIC_URL, --public-url) to the URL that clients use; to trust a proxy (TRUST_PROXY, --trust-proxy) is not enough, since its clients choose the host that it forwards.';
  // A browser sends the origin of a page with each POST and DELETE, also to the page's own host, and `null` where it
  // hides it. So this alone refuses pages of a rebound name, and there is nothing to GET.
  const origin = headers.get('origin');
  if (!validateOriginHeader(origin, allowed).ok) {
    return `Pages of ${shown(origin)} may not send requests here: it is not the host of publicUrl. ${remedy}`;
  }
  // Then there may be a proxy that sends its own `Host`, such as the name of a container. What has no `Origin` is
  // no page, and the key or the login that it needs is one that a page of another name does not have.
  if (publicUrl !== undefined) return undefined;
  const host = headers.get('host');
  if (validateHostHeader(host, allowed).ok) return undefined;
  return `The host ${shown(host)} is not allowed here: without publicUrl, only localhost is. ${remedy}`;
}

/** The longest host that is quoted. */
const maxShown = 100;

function shown(header: string | null): string {
  return JSON.stringify((header ?? '').slice(0, maxShown));
}

function ownerOf(authInfo: AuthInfo | undefined): string {
  const ownerId = authInfo?.extra?.ownerId;
  if (typeof ownerId !== 'string') throw new TypeError('The request has no owner.');
  return ownerId;
}

/** The message of a request, or what to respond to a body that is not a message. */
async function readMessage(request: Request): Promise<object | Response> {
  const read = await readRequestBody(request, maxRequestBytes);
  if (read.tooLarge) return tooLargeResponse();
  let message: unknown;
  try {
    message = JSON.parse(read.text);
  } catch {
    return errorResponse(400, -32_700, 'The body is not valid JSON.');
  }
  // Each message of a batch would have its own answer: thousands for one request.
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
