import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { SitegradeError } from '../errors.ts';
import type { Answer } from './answer/answer.ts';
import { problemAnswer } from './answer/problem.ts';
import type { ApiRequest } from './request/request.ts';

/**
 * Requests of one connection that may be unanswered. Browsers and proxies send one at a time, clients
 * that pipeline a few; a megabyte of them, which Node parses at once, would hold the event loop.
 */
const mostUnanswered = 100;

/** What is under way on one connection. */
interface Pipeline {
  unanswered: number;
  last: Promise<unknown>;
}

const pipelines = new WeakMap<object, Pipeline>();

/**
 * Counts a request, and closes a connection with more unanswered ones than it may have.
 *
 * @returns `false` once, for the request that is too many.
 */
export function enterPipeline(request: ApiRequest): boolean {
  if (!ownsConnection(request)) return true;
  const { incoming, outgoing } = request;
  const pipeline = pipelines.get(incoming.socket) ?? { unanswered: 0, last: Promise.resolve() };
  pipelines.set(incoming.socket, pipeline);
  pipeline.unanswered++;
  outgoing.once('close', () => {
    pipeline.unanswered--;
  });
  if (pipeline.unanswered <= mostUnanswered || incoming.socket.destroyed) return true;
  incoming.socket.destroy();
  return false;
}

/**
 * Handles a request at once where it is alone on its connection, as almost all are; else after those
 * before it, and in a round of the event loop of its own.
 */
export function inPipeline(request: ApiRequest, work: () => Promise<Answer>): Promise<Answer> {
  const pipeline = ownsConnection(request) ? pipelines.get(request.incoming.socket) : undefined;
  if (pipeline === undefined) return work();
  const handled = pipeline.unanswered > 1 ? afterOthers(request, pipeline.last, work) : work();
  pipeline.last = handled;
  return handled;
}

async function afterOthers(
  { incoming }: ApiRequest,
  others: Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!incoming.socket.destroyed) {
    await others;
    await setImmediate();
  }
  return incoming.socket.destroyed ? closed : work();
}

/** Why a connection was closed, for the log. */
export const tooManyUnanswered = new SitegradeError(
  'overloaded',
  `Too many unanswered requests on one connection (limit ${mostUnanswered}).`,
);

/** Goes nowhere. */
const closed = problemAnswer(tooManyUnanswered);

/** Whether the connection is a real one and this request's alone, as in HTTP/1. */
export function ownsConnection({ incoming }: ApiRequest): boolean {
  return incoming.httpVersionMajor === 1 && incoming.socket instanceof Socket;
}
