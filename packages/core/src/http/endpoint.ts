import { SitegradeError } from '../errors.ts';
import type { Answer } from './answer/answer.ts';
import { problemAnswer } from './answer/problem.ts';
import type { Connections } from './connections.ts';
import { type Handling, handle } from './handle.ts';
import { inPipeline, tooManyUnanswered } from './pipeline.ts';
import type { ApiRequest } from './request/request.ts';

import { logRequest } from './request-log.ts';
import type { Method, OpenRoute, Route } from './route.ts';

/** One path of the API, ready to be registered with a framework. */
export interface Endpoint<HostRequest = unknown> {
  /** Below the mount path, with `:id` as the only parameter: `/api/v1/reports/:id`. */
  readonly path: string;
  readonly operations: readonly Operation<HostRequest>[];
  /** Answers every other method: OPTIONS with the methods there are, the rest with a 405. */
  readonly otherwise: (request: ApiRequest<HostRequest>) => Answer;
}

/** One operation on a path. */
export interface Operation<HostRequest = unknown> {
  readonly operationId: string;
  readonly summary: string;
  /** The methods to register: GET comes with HEAD. */
  readonly methods: readonly (Method | 'HEAD')[];
  /** Never throws: every failure is an answer too. */
  readonly handle: (request: ApiRequest<HostRequest>) => Promise<Answer>;
}

/** Groups routes by their path. */
export function endpointsOf<HostRequest>(
  routes: readonly (Route | OpenRoute)[],
  handling: Handling<HostRequest>,
  connections: Connections,
): readonly Endpoint<HostRequest>[] {
  const paths = [...new Set(routes.map((route) => route.path))];
  return paths.map((path) => {
    const operations = routes
      .filter((route) => route.path === path)
      .map((route) => operationOf(route, handling, connections));
    const allow = [...operations.flatMap((operation) => operation.methods), 'OPTIONS'];
    return {
      path,
      operations,
      otherwise: (request) => {
        connections.follow(request);
        return connections.finish(request, otherwise(handling, request, allow));
      },
    };
  });
}

function operationOf<HostRequest>(
  route: Route | OpenRoute,
  handling: Handling<HostRequest>,
  connections: Connections,
): Operation<HostRequest> {
  return {
    operationId: route.operationId,
    summary: route.summary,
    methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
    handle: async (request) => {
      if (!connections.follow(request)) logFlood(handling, request, route);
      const answer = await inPipeline(request, () => handle(handling, route, request));
      return connections.finish(request, answer);
    },
  };
}

/** One line for a connection that was closed, not one for each of its requests. */
function logFlood<HostRequest>(
  { context: { monotonicMs } }: Handling<HostRequest>,
  request: ApiRequest<HostRequest>,
  { operationId }: Route | OpenRoute,
): void {
  const facts = { startedAt: monotonicMs(), operation: operationId };
  logRequest(request, facts, { status: 503, failure: { error: tooManyUnanswered } }, monotonicMs);
}

function otherwise<HostRequest>(
  { context: { monotonicMs } }: Handling<HostRequest>,
  request: ApiRequest<HostRequest>,
  allow: readonly string[],
): Answer {
  const facts = { startedAt: monotonicMs(), operation: undefined };
  if (request.incoming.method === 'OPTIONS') {
    logRequest(request, facts, { status: 204 }, monotonicMs);
    return { status: 204, headers: { allow: allow.join(', ') }, body: '' };
  }
  const message = `This path answers to ${allow.join(', ')}.`;
  const error = new SitegradeError('method_not_allowed', message, { allow });
  const answer = problemAnswer(error);
  logRequest(request, facts, { status: answer.status, failure: { error } }, monotonicMs);
  return answer;
}
