import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { refusedWrites } from '../events/outages.ts';
import { isReadOnlyError } from '../store/read-only-error.ts';
import { readRequestBody } from './request/body.ts';
import { crossSiteRequest, isCrossSite } from './request/cross-site.ts';
import {
  type Fields,
  readFields,
  readHeaders,
  requireFields,
  withoutEmpty,
} from './request/fields.ts';
import { type Entries, parseForm, queryBytes } from './request/form.ts';
import { requireOneHost } from './request/host.ts';
import { type Authenticate, apiKeyOwnerOf, hostOwnerOf, loggedInOwner } from './request/owner.ts';
import { parseParams } from './request/path-params.ts';
import {
  type ApiRequest,
  type Disconnect,
  headerValues,
  rawQueryOf,
  watchDisconnect,
} from './request/request.ts';
import { logRequest, type RequestFacts, type RequestOutcome } from './request-log.ts';
import { problemResponse } from './response/problem.ts';
import type { ApiResponse } from './response/response.ts';
import { matchesEtag } from './response/response.ts';
import { discardBody, startBody } from './response/start-body.ts';
import { baseUrl, rootUrl } from './root-url.ts';
import type { PageRequest, PageRoute, PublicRoute, Route, RouteRequest } from './route.ts';

/** What handling a request needs. */
export interface HandlerContext<HostRequest = unknown> {
  readonly context: Context;
  readonly publicUrl: string | undefined;
  /** The host's own login. Default: built-in API keys. */
  readonly authenticate: Authenticate<HostRequest> | undefined;
  /** The host's own login for the pages. Default: their own sign-in. */
  readonly authenticatePages?: Authenticate<HostRequest> | undefined;
  /** The path of the shared pages below the mount path: `/sitegrade/share`. `undefined` without them. */
  readonly sharePath?: string | undefined;
  /** Whether API keys may be of use: not where the login of the host replaces them in the API. */
  readonly usesApiKeys?: boolean;
  /** Draws documents to be printed. `undefined` if the adapter has no pages. */
  readonly drawDocument?: RouteRequest['drawDocument'];
}

/** A route of any kind. */
export type AnyRoute = Route | PublicRoute | PageRoute;

/** Handles a request to a route. Never rejects: every failure becomes a response. */
export async function handle<HostRequest>(
  handlerContext: HandlerContext<HostRequest>,
  route: AnyRoute,
  request: ApiRequest<HostRequest>,
): Promise<ApiResponse> {
  const { monotonicMs, outages } = handlerContext.context;
  const facts: RequestFacts = { startedAt: monotonicMs(), operation: route.operationId };
  const disconnect = watchDisconnect(request);
  const log = (status: number, failure?: RequestOutcome['failure']) =>
    logRequest(
      request,
      facts,
      { status, signal: disconnect, failure: failure ?? hiddenFailure(facts) },
      monotonicMs,
    );
  try {
    return await send(await callRoute(handlerContext, route, request, disconnect, facts));
  } catch (error) {
    const response = errorResponse(handlerContext, route, request, error);
    if (isReadOnlyError(error)) outages.failed(error, refusedWrites);
    log(response.status, { error, status: response.status });
    return response;
  }

  /** Logs a response without chunks now, and one with chunks when they end. */
  async function send(complete: ApiResponse): Promise<ApiResponse> {
    const response = notModified(route, request, complete) ?? complete;
    const { status } = response;
    if (typeof complete.body === 'string') {
      log(status);
      return response;
    }
    if (response !== complete || request.incoming.method === 'HEAD') {
      await discardBody(complete.body);
      log(status);
      return { ...response, body: '' };
    }
    const body = await startBody(complete.body, (failure) =>
      log(status, failure && { ...failure, status: 500 }),
    );
    return { ...response, body };
  }
}

/** An error that did not change the response. */
function hiddenFailure({ hidden }: RequestFacts): RequestOutcome['failure'] {
  return hidden && { error: hidden.error, status: 500 };
}

/** Checks the host, the site of the caller, the key, the path, the body and the fields, in this order. The adapter has matched path and method. */
async function callRoute<HostRequest>(
  handlerContext: HandlerContext<HostRequest>,
  route: AnyRoute,
  request: ApiRequest<HostRequest>,
  disconnect: Disconnect,
  facts: RequestFacts,
): Promise<ApiResponse> {
  requireOneHost(request.incoming);
  const { context, publicUrl, authenticate, sharePath } = handlerContext;
  const rawQuery = rawQueryOf(request.url);
  const base = () => baseUrl(publicUrl, request, route.path);
  const logError = (error: unknown): void => {
    facts.hidden = { error };
  };
  const routeRequest = (): RouteRequest => ({
    context,
    params: paramsOf(route, request),
    rawQuery,
    root: () => rootUrl(publicUrl, request, route.path),
    shareUrl: (kind, token) =>
      sharePath === undefined ? null : `${base()}${sharePath}/${kind}/${token}`,
    accept: request.incoming.headers.accept,
    drawDocument: handlerContext.drawDocument,
    logError,
    clientAddress: request.clientAddress,
    signal: () => disconnect.signal,
  });
  if ('access' in route) {
    if (route.access === 'public') return route.respond(routeRequest());
    const isRefused =
      !route.takesCrossSite &&
      isCrossSite(request, { publicUrl, sameSite: false, withoutHeaders: 'refuse' });
    if (isRefused) {
      throw crossSiteRequest();
    }
    return route.respond(pageRequest(handlerContext, route, routeRequest(), base, request, facts));
  }

  const sameSite = authenticate !== undefined;
  if (isCrossSite(request, { publicUrl, sameSite, withoutHeaders: 'allow' })) {
    throw crossSiteRequest();
  }
  const ownerId = await (authenticate
    ? hostOwnerOf(authenticate, request.native)
    : apiKeyOwnerOf(context, request.incoming));
  facts.ownerId = ownerId;
  const matched = routeRequest();
  if (route.find) await route.find(context, ownerId, matched.params);
  const sent = route.body
    ? await readRequestBody(request, { limit: route.bodyLimit, idleMs: context.bodyIdleMs })
    : noEntries;
  facts.body = sent;
  const body = readFields(route.body ?? noFields, sent);
  const query = readFields(route.query ?? noFields, readQuery(rawQuery));
  const headers = readFields(
    route.headers ?? noFields,
    route.headers ? readHeaders(route.headers, request.incoming) : noEntries,
  );
  requireFields([body, query, headers]);
  // Not a copy with these, which takes thirty times as long.
  return route.handle(
    Object.assign(matched, {
      ownerId,
      query: query.values,
      body: body.values,
      headers: headers.values,
    }),
  );
}

const noEntries: Entries = new Map();
const noFields: Fields = {};

function readQuery(rawQuery: string): Entries {
  return rawQuery === '' ? noEntries : withoutEmpty(parseForm(queryBytes(rawQuery)));
}

/** What else a page gets: the form, the headers and the host's login, each read when it is asked for. */
function pageRequest<HostRequest>(
  { authenticatePages, usesApiKeys = true }: HandlerContext<HostRequest>,
  { bodyLimit: limit }: PageRoute,
  routeRequest: RouteRequest,
  base: () => string,
  request: ApiRequest<HostRequest>,
  facts: RequestFacts,
): PageRequest {
  let owner: Promise<string | undefined> | undefined;
  return {
    ...routeRequest,
    baseUrl: base,
    header: (name) => headerValues(request.incoming, name),
    form: async () => {
      const { bodyIdleMs: idleMs } = routeRequest.context;
      const sent = await readRequestBody(request, { limit, idleMs });
      facts.body = sent;
      return sent;
    },
    login:
      authenticatePages &&
      (() => {
        owner ??= loggedInOwner(authenticatePages, request.native);
        return owner;
      }),
    usesApiKeys,
    identify: (ownerId) => {
      facts.ownerId = ownerId;
    },
  };
}

/** The problem document about an error, or the page about it. */
export function errorResponse<HostRequest>(
  { publicUrl }: HandlerContext<HostRequest>,
  route: AnyRoute,
  request: ApiRequest<HostRequest>,
  error: unknown,
): ApiResponse<string> {
  if (!('access' in route) || route.access !== 'page') return problemResponse(error);
  return route.showError(error, { baseUrl: () => baseUrl(publicUrl, request, route.path) });
}

function paramsOf({ params = {}, notFound }: AnyRoute, request: ApiRequest) {
  const values = parseParams(params, request.params);
  if (values !== undefined) return values;
  throw notFound?.() ?? new SitegradeError('not_found', 'There is nothing at this path.');
}

/** A `304` if the client already has this version (RFC 9110, 13.1.2). */
function notModified(
  route: AnyRoute,
  request: ApiRequest,
  response: ApiResponse,
): ApiResponse | undefined {
  const ifNoneMatch = request.incoming.headers['if-none-match'];
  const { etag, vary, 'cache-control': cacheControl = '' } = response.headers;
  if (route.method !== 'GET' || ifNoneMatch === undefined || etag === undefined) return undefined;
  if (!matchesEtag(ifNoneMatch, etag)) return undefined;
  const headers = { etag, ...(vary !== undefined && { vary }), 'cache-control': cacheControl };
  return { status: 304, headers, body: '' };
}
