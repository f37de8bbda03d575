import { SitegradeError } from '../errors.ts';
import type { Answer } from './answer.ts';
import type { Connections } from './connections.ts';
import { type Handling, handle } from './handle.ts';
import { problemAnswer } from './problem.ts';
import type { ApiRequest } from './request.ts';
import type { Method, OpenRoute, Route } from './route.ts';

/** One path of the API, ready to be registered with a framework. */
export interface Endpoint {
  /** Below the mount path, with `:id` as the only parameter: `/api/v1/reports/:id`. */
  readonly path: string;
  readonly operations: readonly Operation[];
  /** Answers every other method: OPTIONS with the methods there are, the rest with a 405. */
  readonly otherwise: (request: ApiRequest) => Answer;
}

/** One operation on a path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  /** The methods to register: GET comes with HEAD. */
  readonly methods: readonly (Method | 'HEAD')[];
  /** Never throws: every failure is an answer too. */
  readonly handle: (request: ApiRequest) => Promise<Answer>;
}

/** Groups routes by their path. */
export function endpointsOf(
  routes: readonly (Route | OpenRoute)[],
  handling: Handling,
  connections: Connections,
): readonly Endpoint[] {
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
        return connections.finish(request, otherwise(request.incoming.method, allow));
      },
    };
  });
}

function operationOf(
  route: Route | OpenRoute,
  handling: Handling,
  connections: Connections,
): Operation {
  return {
    operationId: route.operationId,
    summary: route.summary,
    methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
    handle: async (request) => {
      connections.follow(request);
      return connections.finish(request, await handle(handling, route, request));
    },
  };
}

function otherwise(method: string | undefined, allow: readonly string[]): Answer {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: allow.join(', ') }, body: '' };
  return problemAnswer(
    new SitegradeError('method_not_allowed', `This path answers to ${allow.join(', ')}.`, {
      allow,
    }),
  );
}
