import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { ApiRequest } from './request/request.ts';
import { problemResponse } from './response/problem.ts';
import type { ApiResponse } from './response/response.ts';

/**
 * Limit of pending requests per connection. Browsers and proxies send one at a time, clients that
 * pipeline send a few. Node parses a megabyte of them at once, which would block the event loop.
 */
const maxPending = 100;

/** A request with Node's own objects. */
export type NodeRequest = ApiRequest & {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
};

/** The requests in progress on one connection. */
interface Pipeline {
  pending: number;
  last: Promise<unknown>;
}

const pipelines = new WeakMap<object, Pipeline>();

/**
 * Counts a request, and closes the connection if it exceeds the limit of pending requests.
 *
 * @returns `false` once per connection, for the request that exceeds the limit.
 */
export function enterPipeline(request: ApiRequest): boolean {
  if (!ownsConnection(request)) return true;
  const { incoming, outgoing } = request;
  const pipeline = pipelines.get(incoming.socket) ?? { pending: 0, last: Promise.resolve() };
  pipelines.set(incoming.socket, pipeline);
  pipeline.pending++;
  outgoing.on('close', () => {
    pipeline.pending--;
  });
  if (pipeline.pending <= maxPending || incoming.socket.destroyed) return true;
  incoming.socket.destroy();
  return false;
}

/**
 * Handles a request at once if it is the only one on its connection, as nearly all are. Otherwise it
 * runs after the requests before it, in its own iteration of the event loop.
 */
export function runInPipeline(
  request: ApiRequest,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (!ownsConnection(request)) return work();
  const pipeline = pipelines.get(request.incoming.socket);
  if (pipeline === undefined) return work();
  const handled = pipeline.pending > 1 ? afterOthers(request, pipeline.last, work) : work();
  pipeline.last = handled;
  return handled;
}

async function afterOthers(
  { incoming }: NodeRequest,
  others: Promise<unknown>,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (!incoming.socket.destroyed) {
    await others;
    await setImmediate();
  }
  return incoming.socket.destroyed ? closed : work();
}

/** Why a connection was closed, for the log. */
export const tooManyPending = new SitegradeError(
  'overloaded',
  `Too many pending requests on one connection (limit ${maxPending}).`,
);

/** Never sent: the connection is closed. */
const closed = problemResponse(tooManyPending);

/** Whether the connection is a network socket that only this request uses, as in HTTP/1. */
export function ownsConnection(request: ApiRequest): request is NodeRequest {
  const { incoming, outgoing } = request;
  return (
    outgoing !== undefined &&
    'socket' in incoming &&
    incoming.httpVersionMajor === 1 &&
    incoming.socket instanceof Socket
  );
}
