import type { Readable } from 'node:stream';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { ConnectionTracker } from './connections.ts';
import { type AnyRoute, errorResponse, type HandlerContext, handle } from './handle.ts';
import { runInPipeline, tooManyPending } from './pipeline.ts';
import { requireOneHost } from './request/host.ts';
import {
  bodyStreamOf,
  defaultBodyLimit,
  dropBody,
  isStream,
  readAlong,
} from './request/raw-body.ts';
import type { ApiRequest } from './request/request.ts';
import { logRequest } from './request-log.ts';
import type { ApiResponse } from './response/response.ts';
import type { Method } from './route.ts';

/** One path of the API, to register with a framework. */
export interface Endpoint<HostRequest = unknown> {
  /**
   * Below the mount path, with named parameters: `/api/v1/reports/:id`. At its end, `/*` stands for any path that no
   * other endpoint has.
   */
  readonly path: string;
  /** A path below that of an endpoint with `/*` that is the host's, with everything below it. */
  readonly except?: string;
  readonly operations: readonly Operation<HostRequest>[];
  /** Handles every other method: a 204 with `Allow` for OPTIONS, a 405 for the rest, or a 404 with `/*`. */
  readonly fallback: (request: ApiRequest<HostRequest>) => ApiResponse;
}

/** One operation on a path. */
interface Operation<HostRequest = unknown> {
  readonly operationId: string;
  readonly summary: string;
  /** The methods to register. GET includes HEAD. */
  readonly methods: readonly (Method | 'HEAD')[];
  /**
   * Begins to read a body that something else of the host is already reading, in the same tick: later, its first data
   * is gone. `handle` does so itself: adapters need it only where hooks of the host run between that and the parsers.
   *
   * @returns A promise that ends with the stream or at a limit; `undefined` if no one reads it, or no one needs it.
   */
  readonly readAlong: (stream: Readable) => Promise<unknown> | undefined;
  /** Never rejects: every failure becomes a response. */
  readonly handle: (request: ApiRequest<HostRequest>) => Promise<ApiResponse>;
}

/** Groups routes by their path. */
export function endpointsOf<HostRequest>(
  routes: readonly AnyRoute[],
  handlerContext: HandlerContext<HostRequest>,
  connections: ConnectionTracker,
): readonly Endpoint<HostRequest>[] {
  const paths = [...new Set(routes.map((route) => route.path))];
  return paths.map((path) => {
    const ofPath = routes.filter((route) => route.path === path) as [AnyRoute, ...AnyRoute[]];
    const operations = ofPath.map((route) => operationOf(route, handlerContext, connections));
    const allow = [...operations.flatMap((operation) => operation.methods), 'OPTIONS'];
    const [{ except }] = ofPath;
    return {
      path,
      ...(except !== undefined && { except }),
      operations,
      fallback: (request) => {
        connections.track(request);
        return connections.prepareResponse(
          request,
          fallbackResponse(handlerContext, ofPath[0], request, allow),
        );
      },
    };
  });
}

function operationOf<HostRequest>(
  route: AnyRoute,
  handlerContext: HandlerContext<HostRequest>,
  connections: ConnectionTracker,
): Operation<HostRequest> {
  const { bodyIdleMs: idleMs, bodyTotalMs: totalMs } = handlerContext.context;
  const limit = bodyLimitOf(route);
  const readAlongIt = (stream: Readable) =>
    limit === undefined ? undefined : readAlong(stream, { limit, idleMs, totalMs });
  return {
    operationId: route.operationId,
    summary: route.summary,
    methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
    readAlong: readAlongIt,
    handle: async (request) => {
      // Before anything asynchronous, and not of a `Request`, which only sitegrade reads.
      const stream = isStream(request.incoming) ? bodyStreamOf(request) : undefined;
      if (stream) readAlongIt(stream);
      if (!connections.track(request)) logTooManyPending(handlerContext, request, route);
      const response = await runInPipeline(request, () => handle(handlerContext, route, request));
      if (stream) dropBody(stream);
      return connections.prepareResponse(request, response);
    },
  };
}

/** The largest body of a route, in bytes; `undefined` if it has none. */
function bodyLimitOf(route: AnyRoute): number | undefined {
  if ('access' in route && route.access === 'public') return undefined;
  const hasBody = 'access' in route ? route.method === 'POST' : route.body !== undefined;
  return hasBody ? (route.bodyLimit ?? defaultBodyLimit) : undefined;
}

/** Logs one line per closed connection, not one per request. */
function logTooManyPending<HostRequest>(
  { context: { monotonicMs } }: HandlerContext<HostRequest>,
  request: ApiRequest<HostRequest>,
  { operationId }: AnyRoute,
): void {
  const facts = { startedAt: monotonicMs(), operation: operationId };
  logRequest(
    request,
    facts,
    { status: 503, failure: { error: tooManyPending, status: 503 } },
    monotonicMs,
  );
}

function fallbackResponse<HostRequest>(
  handlerContext: HandlerContext<HostRequest>,
  route: AnyRoute,
  request: ApiRequest<HostRequest>,
  allow: readonly string[],
): ApiResponse {
  const { monotonicMs } = handlerContext.context;
  const facts = { startedAt: monotonicMs(), operation: undefined };
  try {
    requireOneHost(request.incoming);
    if (route.path.endsWith('/*')) throw route.notFound?.();
    if (request.incoming.method !== 'OPTIONS') {
      const message = `This path supports ${allow.join(', ')}.`;
      throw new SitegradeError('method_not_allowed', message, { allow });
    }
    logRequest(request, facts, { status: 204 }, monotonicMs);
    return { status: 204, headers: { allow: allow.join(', ') }, body: '' };
  } catch (error) {
    const response = errorResponse(handlerContext, route, request, error);
    const { status } = response;
    logRequest(request, facts, { status, failure: { error, status } }, monotonicMs);
    return response;
  }
}
