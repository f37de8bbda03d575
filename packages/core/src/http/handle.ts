import type { Context } from '../context.ts';
import { isSitegradeError } from '../errors.ts';
import type { Answer } from './answer.ts';
import { ownerOf } from './bearer.ts';
import { readBody } from './body.ts';
import { disconnectSignal } from './disconnect.ts';
import { matchesEtag } from './etag.ts';
import { parseForm, queryBytes } from './form.ts';
import { parseId } from './path-id.ts';
import { problemAnswer } from './problem.ts';
import { readFields, requireFields } from './read-fields.ts';
import { readHeaders } from './read-headers.ts';
import { type ApiRequest, rawQueryOf } from './request.ts';
import { rootUrl } from './root-url.ts';
import type { OpenRoute, Route } from './route.ts';

/** What every request is handled with. */
export interface Handling {
  readonly context: Context;
  readonly publicUrl: string | undefined;
}

/** Answers a request to a route. Never throws: every failure is an answer too. */
export async function handle(
  handling: Handling,
  route: Route | OpenRoute,
  request: ApiRequest,
): Promise<Answer> {
  const signal = disconnectSignal(request.outgoing);
  try {
    const answer =
      'access' in route
        ? route.answer(rootUrl(handling.publicUrl, request))
        : await call(handling, route, request, signal);
    return notModified(route, request, answer) ?? answer;
  } catch (error) {
    const answer = problemAnswer(error);
    if (!signal.aborted) tellHost(request, answer.status, error);
    return answer;
  }
}

/** The order of judgement: key, id, body, fields. The adapter has judged path and method. */
async function call(
  handling: Handling,
  route: Route,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { context, publicUrl } = handling;
  const ownerId = await ownerOf(context, request.incoming);
  const id = idOf(route, request);
  if (route.find) await route.find(context, ownerId, id);
  const body = readFields(route.body ?? {}, route.body ? await readBody(request) : new Map());
  const rawQuery = rawQueryOf(request.url);
  const query = readFields(route.query, parseForm(queryBytes(rawQuery)));
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

function tellHost(request: ApiRequest, status: number, error: unknown): void {
  try {
    if (status >= 500) request.log('error', error);
    else if (isSitegradeError(error) && error.cause !== undefined) request.log('info', error);
  } catch {
    // A logger that fails must not cost the caller the answer.
  }
}
