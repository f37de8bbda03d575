import type { ErrorCode, SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { PrintRequest } from './printed-document.ts';
import type { Fields, Values } from './request/fields.ts';
import type { Entries } from './request/form.ts';
import type { ParamKinds, ParamValues } from './request/path-params.ts';
import type { ApiResponse, RecordKind } from './response/response.ts';

/** Methods of routes. GET includes HEAD, and every path supports OPTIONS. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What all routes declare. */
interface RouteBase<Params extends ParamKinds> {
  readonly method: Method;
  /** Relative to the mount path, with named parameters: `/api/v1/reports/:id`. */
  readonly path: `/${string}`;
  /** A path below one that ends in `/*`, where the route does not apply. */
  readonly except?: string;
  /** The kind of each parameter in the path. */
  readonly params?: Params;
  /** The error for a parameter that is not of its kind, on routes with parameters. */
  readonly notFound?: () => SitegradeError;
  /** Unique and stable: generated clients use it as a method name. */
  readonly operationId: string;
  /** A few words for lists of operations. */
  readonly summary: string;
}

/**
 * One operation of the API, as data: adapters register it, `handle()` runs it, and the OpenAPI
 * document is generated from it.
 */
export interface Route<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
  Params extends ParamKinds = ParamKinds,
> extends RouteBase<Params> {
  /** A few sentences for API users. */
  readonly description: string;
  /** Query parameters. Default: none. */
  readonly query?: Query;
  /** Request headers of this operation, by name: `If-Match`. */
  readonly headers?: Headers;
  /** Fields of the body. A route without them ignores the body. */
  readonly body?: Body;
  /** The largest body that is read, in bytes. Default: 64 KiB. */
  readonly bodyLimit?: number;
  /** The response of a successful request. */
  readonly success: Success;
  /** The alternative to `success`: the request was accepted, and its result comes later. */
  readonly accepted?: Accepted;
  /** The alternative to `success`: the record did not exist before. */
  readonly created?: Created;
  /**
   * Error codes of what it does. Those of what it reads, as parameters of the path, fields and headers, and those of all
   * operations follow from the rest (`openapi/error-responses.ts`). Default: none.
   */
  readonly errors?: readonly ErrorCode[];
  /** When errors of this operation occur, and an example of each, where others than usual apply. */
  readonly errorNotes?: Partial<Readonly<Record<ErrorCode, RouteErrorNote>>>;
  /** Throws `not_found` before the fields are validated, on routes with parameters and fields. */
  find?(context: Context, ownerId: string, params: ParamValues<Params>): Promise<unknown>;
  handle(request: ValidatedRequest<Query, Body, Headers, Params>): Promise<ApiResponse>;
}

/** When an error of an operation occurs, in a sentence, and an example of the thrown error. */
interface RouteErrorNote {
  readonly when: string;
  readonly example: SitegradeError;
}

/** A route that needs no key. */
export interface PublicRoute<Params extends ParamKinds = ParamKinds> extends RouteBase<Params> {
  readonly access: 'public';
  readonly method: 'GET';
  respond(request: RouteRequest<Params>): ApiResponse | Promise<ApiResponse>;
}

/** A page for people, or a file that one loads. It decides by itself who may see it. */
export interface PageRoute<Params extends ParamKinds = ParamKinds> extends RouteBase<Params> {
  readonly access: 'page';
  readonly method: 'GET' | 'POST';
  /**
   * Whether requests of other sites are allowed, and those without the headers that state where they are from. Only for
   * what needs no cookie: the path has a secret.
   */
  readonly takesCrossSite?: true;
  /** The largest form that is read, in bytes. Default: 64 KiB. */
  readonly bodyLimit?: number;
  respond(request: PageRequest<Params>): ApiResponse | Promise<ApiResponse>;
  /** Shows an error, in place of the problem document of the API. */
  showError(error: unknown, request: Pick<PageRequest<Params>, 'baseUrl'>): ApiResponse<string>;
}

/** What a success returns. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204;
  readonly record: RecordKind;
  /** How the body holds the record. `none`: there is no body. */
  readonly envelope: 'list' | 'item' | 'deleted' | 'none';
  /** Other content types of the same data, each with an example of a body: `text/csv`. */
  readonly otherTypes?: Readonly<Record<string, string>>;
}

/** What a request that was accepted returns, instead of its success. */
interface Accepted extends Success {
  readonly status: 202;
  readonly envelope: 'item';
}

/** What a request that has created a record returns, instead of its success. */
interface Created extends Success {
  readonly status: 201;
  readonly envelope: 'item';
}

/** A request to a route whose path is valid. */
export interface RouteRequest<Params extends ParamKinds = ParamKinds> {
  readonly context: Context;
  readonly params: ParamValues<Params>;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** The absolute base URL of the API: `https://example.com/api/v1`. */
  readonly root: () => string;
  /** The URL of the shared page of a report or website; `null` if there are no shared pages. */
  readonly shareUrl: (kind: ShareKind, token: string) => string | null;
  /** The header `Accept`, if it was sent. */
  readonly accept: string | undefined;
  /** Draws a document to be printed. `undefined` if the adapter has no pages. */
  readonly drawDocument: ((request: PrintRequest) => Promise<string>) | undefined;
  /** Logs an error that does not change the response. */
  readonly logError: (error: unknown) => void;
  /** The client's IP address, by the framework's rules for proxies; empty if it is not known. */
  readonly clientAddress: string;
  /** Aborts when the client disconnects before the response is complete. Most requests need none, so it is created when it is wanted. */
  readonly signal: () => AbortSignal;
}

/** Records that have a shared page. */
type ShareKind = 'reports' | 'websites';

/** A request to a page whose path is valid. */
export interface PageRequest<Params extends ParamKinds = ParamKinds> extends RouteRequest<Params> {
  /** The absolute URL that the routes are mounted at, without a trailing slash: `https://example.com`. */
  readonly baseUrl: () => string;
  /** All values of a request header, by lowercase name. */
  readonly header: (name: string) => readonly string[];
  /**
   * Reads the fields of a form.
   *
   * @throws SitegradeError as for the bodies of the API.
   */
  readonly form: () => Promise<Entries>;
  /**
   * The owner that the host's login names, if there is one. `undefined` without the option `authenticate`,
   * where API keys open the console.
   */
  readonly login: (() => Promise<string | undefined>) | undefined;
  /** Whether API keys may be of use: not where the login of the host replaces them in the API. */
  readonly usesApiKeys: boolean;
  /** Names the owner for the request log. */
  readonly identify: (ownerId: string) => void;
}

/** An authenticated request with validated fields, for the handler of a route. */
interface ValidatedRequest<
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Headers extends Fields = Fields,
  Params extends ParamKinds = ParamKinds,
> extends RouteRequest<Params> {
  readonly ownerId: string;
  readonly query: Values<Query>;
  readonly body: Values<Body>;
  readonly headers: Values<Headers>;
}

/** Infers the types of one route, and returns it as an entry of the route table. */
export function defineRoute<
  Query extends Fields,
  Body extends Fields,
  Headers extends Fields,
  const Params extends ParamKinds = Record<never, never>,
>(route: Route<Query, Body, Headers, Params>): Route {
  return route as unknown as Route;
}
