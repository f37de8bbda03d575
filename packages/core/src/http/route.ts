import type { Context } from '../context.ts';
import type { ErrorCode, SitegradeError } from '../errors.ts';
import type { Fields, Values } from './request/field.ts';
import type { ApiResponse } from './response/response.ts';

/** Methods of routes. GET includes HEAD, and every path supports OPTIONS. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API, as data: adapters register it, `handle()` runs it, and the OpenAPI
 * document is generated from it.
 */
export interface Route<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
> {
  readonly method: Method;
  /** Relative to the mount path. `:id` is the only path parameter. */
  readonly path: `/api/v1/${string}`;
  /** Unique and stable: generated clients use it as a method name. */
  readonly operationId: string;
  /** A few words for lists of operations. */
  readonly summary: string;
  /** A few sentences for API users. */
  readonly description: string;
  /** Query parameters. */
  readonly query: Query;
  /** Request headers of this operation, by name: `If-Match`. */
  readonly headers?: Headers;
  /** Fields of the body. A route without them ignores the body. */
  readonly body?: Body;
  /** The response of a successful request. */
  readonly success: Success;
  /** Error codes besides `unauthorized`, `overloaded` and `internal`. */
  readonly errors: readonly ErrorCode[];
  /** The error for an invalid id, on routes with an id. */
  readonly notFound?: () => SitegradeError;
  /** Throws `not_found` before the fields are validated, on routes with an id and fields. */
  find?(context: Context, ownerId: string, id: number): Promise<unknown>;
  handle(request: ValidatedRequest<Query, Body, Headers>): Promise<ApiResponse>;
}

/** A route that describes the API. It needs no key. */
export interface PublicRoute {
  readonly access: 'public';
  readonly method: 'GET';
  /** Relative to the mount path. */
  readonly path: `/api/v1/${string}`;
  /** Unique among all routes. */
  readonly operationId: string;
  /** A few words for lists of operations. */
  readonly summary: string;
  /** Returns the response, given the absolute base URL of the API. */
  readonly respond: (root: string) => ApiResponse;
}

/** The envelope of a success and the record in it. */
export interface Success {
  readonly status: 200 | 201;
  readonly envelope: 'list' | 'item' | 'deleted';
  readonly record: 'report' | 'website';
}

/** An authenticated request with validated fields, for the handler of a route. */
export interface ValidatedRequest<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
> {
  readonly context: Context;
  readonly ownerId: string;
  /** The id in the path, or 0 on routes without one. */
  readonly id: number;
  readonly query: Values<Query>;
  readonly body: Values<Body>;
  readonly headers: Values<Headers>;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** The absolute base URL of the API: `https://example.com/api/v1`. */
  readonly root: () => string;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** Infers the types of one route, and returns it as an entry of the route table. */
export function defineRoute<Query extends Fields, Body extends Fields, Headers extends Fields>(
  route: Route<Query, Body, Headers>,
): Route {
  return route as unknown as Route;
}
