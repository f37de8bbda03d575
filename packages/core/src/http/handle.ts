import type { Context } from '../context.ts';
import { ownerOf } from './request/bearer.ts';
import { readRequestBody } from './request/body.ts';
import { disconnectSignal } from './request/disconnect.ts';
import { parseForm, queryBytes } from './request/form.ts';
import { type Authenticate, hostOwnerOf } from './request/host-owner.ts';
import { bodySecrets } from './request/known-secrets.ts';
import { parseId } from './request/path-id.ts';
import { readFields, requireFields, withoutEmpty } from './request/read-fields.ts';
import { readHeaders } from './request/read-headers.ts';
import { type ApiRequest, rawQueryOf } from './request/request.ts';
import { logRequest, type RequestFacts } from './request-log.ts';
import { matchesEtag } from './response/etag.ts';
import { problemResponse } from './response/problem.ts';
import type { ApiResponse } from './response/response.ts';
import { rootUrl } from './root-url.ts';
import type { PublicRoute, Route } from './route.ts';

/** What handling a request needs. */
export interface HandlerContext<HostRequest = unknown> {
  readonly context: Context;
  readonly publicUrl: string | undefined;
  /** The host's own login. Default: built-in API keys. */
  readonly authenticate: Authenticate<HostRequest> | undefined;
}

/** Handles a request to a route. Never rejects: every failure becomes a response. */
export async function handle<HostRequest>(
  handlerContext: HandlerContext<HostRequest>,
  route: Route | PublicRoute,
  request: ApiRequest<HostRequest>,
): Promise<ApiResponse> {
  const { monotonicMs } = handlerContext.context;
  const facts: RequestFacts = { startedAt: monotonicMs(), operation: route.operationId };
  const signal = disconnectSignal(request.outgoing);
  try {
    const complete =
      'access' in route
        ? route.respond(rootUrl(handlerContext.publicUrl, request))
        : await callRoute(handlerContext, route, request, signal, facts);
    const response = notModified(route, request, complete) ?? complete;
    logRequest(request, facts, { status: response.status, signal }, monotonicMs);
    return response;
  } catch (error) {
    const response = problemResponse(error);
    logRequest(
      request,
      facts,
      { status: response.status, signal, failure: { error } },
      monotonicMs,
    );
    return response;
  }
}

/** Checks the key, the id, the body and the fields, in this order. The adapter has matched path and method. */
async function callRoute<HostRequest>(
  handlerContext: HandlerContext<HostRequest>,
  route: Route,
  request: ApiRequest<HostRequest>,
  signal: AbortSignal,
  facts: RequestFacts,
): Promise<ApiResponse> {
  const { context, publicUrl, authenticate } = handlerContext;
  const ownerId = await (authenticate
    ? hostOwnerOf(authenticate, request.native)
    : ownerOf(context, request.incoming));
  facts.ownerId = ownerId;
  const id = idOf(route, request);
  if (route.find) await route.find(context, ownerId, id);
  const sent = route.body ? await readRequestBody(request) : new Map();
  facts.bodySecrets = bodySecrets(sent);
  const body = readFields(route.body ?? {}, sent);
  const rawQuery = rawQueryOf(request.url);
  const query = readFields(route.query, withoutEmpty(parseForm(queryBytes(rawQuery))));
  const { headers: headerFields = {} } = route;
  const headers = readFields(headerFields, readHeaders(headerFields, request.incoming));
  requireFields([body, query, headers]);
  return route.handle({
    context,
    ownerId,
    id,
    query: query.values,
    body: body.values,
    headers: headers.values,
    rawQuery,
    root: () => rootUrl(publicUrl, request),
    signal,
  });
}

function idOf(route: Route, request: ApiRequest): number {
  if (route.notFound === undefined) return 0;
  const id = parseId(request.id);
  if (id === undefined) throw route.notFound();
  return id;
}

/** A `304` if the client already has this version (RFC 9110, 13.1.2). */
function notModified(
  route: Route | PublicRoute,
  request: ApiRequest,
  response: ApiResponse,
): ApiResponse | undefined {
  const ifNoneMatch = request.incoming.headers['if-none-match'];
  const { etag, 'cache-control': cacheControl } = response.headers;
  if (route.method !== 'GET' || ifNoneMatch === undefined || etag === undefined) return undefined;
  if (!matchesEtag(ifNoneMatch, etag)) return undefined;
  return { status: 304, headers: { etag, 'cache-control': cacheControl ?? '' }, body: '' };
}
