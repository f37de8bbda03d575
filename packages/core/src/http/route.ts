import type { Context } from '../context.ts';
import type { ErrorCode, SitegradeError } from '../errors.ts';
import type { Answer } from './answer/answer.ts';
import type { Fields, Values } from './request/field.ts';

/** Methods that routes use. HEAD goes with GET, and OPTIONS with every path. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API, as data: adapters register it, `handle()` runs it, and a description of
 * the API can be generated from it.
 */
export interface Route<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
> {
  readonly method: Method;
  /** Below the mount path; `:id` stands for the one path parameter there is. */
  readonly path: `/api/v1/${string}`;
  /** Unique and stable: clients are generated from it. */
  readonly operationId: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a caller has to know of it, in a few sentences. */
  readonly description: string;
  /** Query parameters. */
  readonly query: Query;
  /** Request headers that mean something here besides the usual ones, by name: `If-Match`. */
  readonly headers?: Headers;
  /** Fields of the body; a route without them ignores a body. */
  readonly body?: Body;
  /** What a success looks like. */
  readonly success: Success;
  /** What may go wrong, besides `unauthorized`, `overloaded` and `internal`. */
  readonly errors: readonly ErrorCode[];
  /** The answer to an id that is none; on routes with an id. */
  readonly notFound?: () => SitegradeError;
  /** Throws `not_found` before anything else is judged; on routes with an id and fields besides. */
  find?(context: Context, ownerId: string, id: number): Promise<unknown>;
  handle(call: Call<Query, Body, Headers>): Promise<Answer>;
}

/** A route that tells of the API itself: whoever asks may read it, without a key. */
export interface OpenRoute {
  readonly access: 'open';
  readonly method: 'GET';
  /** Below the mount path. */
  readonly path: `/api/v1/${string}`;
  /** Unique among all routes. */
  readonly operationId: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Answers, given the absolute URL that the API's paths are below. */
  readonly answer: (root: string) => Answer;
}

/** The envelope of a success and the record in it. */
export interface Success {
  readonly status: 200 | 201;
  readonly envelope: 'list' | 'item' | 'deleted';
  readonly record: 'report' | 'website';
}

/** A judged request: all that a route's handler is given. */
export interface Call<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
> {
  readonly context: Context;
  readonly ownerId: string;
  /** The path's id; 0 on routes without one. */
  readonly id: number;
  readonly query: Values<Query>;
  readonly body: Values<Body>;
  readonly headers: Values<Headers>;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** The absolute URL that the API's paths are below: `https://example.com/api/v1`. */
  readonly root: () => string;
  /** Aborts when the client goes away before the answer. */
  readonly signal: AbortSignal;
}

/** Gives a route its exact types while the table holds routes of every kind. */
export function defineRoute<Query extends Fields, Body extends Fields, Headers extends Fields>(
  route: Route<Query, Body, Headers>,
): Route {
  return route as unknown as Route;
}
