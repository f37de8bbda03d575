import type { Context } from '../context.ts';
import type { Answer } from './answer/answer.ts';
import { matchesEtag } from './answer/etag.ts';
import { problemAnswer } from './answer/problem.ts';
import { ownerOf } from './request/bearer.ts';
import { readBody } from './request/body.ts';
import { disconnectSignal } from './request/disconnect.ts';
import { parseForm, queryBytes } from './request/form.ts';
import { type Authenticate, hostOwnerOf } from './request/host-owner.ts';
import { bodySecrets } from './request/known-secrets.ts';
import { parseId } from './request/path-id.ts';
import { readFields, requireFields, withoutEmpty } from './request/read-fields.ts';
import { readHeaders } from './request/read-headers.ts';
import { type ApiRequest, rawQueryOf } from './request/request.ts';
import { logRequest, type RequestFacts } from './request-log.ts';
import { rootUrl } from './root-url.ts';
import type { OpenRoute, Route } from './route.ts';

/** What every request is handled with. */
export interface Handling<HostRequest = unknown> {
  readonly context: Context;
  readonly publicUrl: string | undefined;
  /** The host's own login; built-in API keys where there is none. */
  readonly authenticate: Authenticate<HostRequest> | undefined;
}

/** Answers a request to a route. Never throws: every failure is an answer too. */
export async function handle<HostRequest>(
  handling: Handling<HostRequest>,
  route: Route | OpenRoute,
  request: ApiRequest<HostRequest>,
): Promise<Answer> {
  const { monotonicMs } = handling.context;
  const facts: RequestFacts = { startedAt: monotonicMs(), operation: route.operationId };
  const signal = disconnectSignal(request.outgoing);
  try {
    const whole =
      'access' in route
        ? route.answer(rootUrl(handling.publicUrl, request))
        : await call(handling, route, request, signal, facts);
    const answer = notModified(route, request, whole) ?? whole;
    logRequest(request, facts, { status: answer.status, signal }, monotonicMs);
    return answer;
  } catch (error) {
    const answer = problemAnswer(error);
    logRequest(request, facts, { status: answer.status, signal, failure: { error } }, monotonicMs);
    return answer;
  }
}

/** The order of judgement: key, id, body, fields. The adapter has judged path and method. */
async function call<HostRequest>(
  handling: Handling<HostRequest>,
  route: Route,
  request: ApiRequest<HostRequest>,
  signal: AbortSignal,
  facts: RequestFacts,
): Promise<Answer> {
  const { context, publicUrl, authenticate } = handling;
  const ownerId = await (authenticate
    ? hostOwnerOf(authenticate, request.native)
    : ownerOf(context, request.incoming));
  facts.ownerId = ownerId;
  const id = idOf(route, request);
  if (route.find) await route.find(context, ownerId, id);
  const sent = route.body ? await readBody(request) : new Map();
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

/** `304` where the client has the very same (RFC 9110, 13.1.2). */
function notModified(
  route: Route | OpenRoute,
  request: ApiRequest,
  answer: Answer,
): Answer | undefined {
  const ifNoneMatch = request.incoming.headers['if-none-match'];
  const { etag, 'cache-control': cacheControl } = answer.headers;
  if (route.method !== 'GET' || ifNoneMatch === undefined || etag === undefined) return undefined;
  if (!matchesEtag(ifNoneMatch, etag)) return undefined;
  return { status: 304, headers: { etag, 'cache-control': cacheControl ?? '' }, body: '' };
}
