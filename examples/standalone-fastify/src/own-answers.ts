import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem, problemType } from './problem.ts';

/** Makes what the API's plugin leaves to its host, such as unknown paths, answer as the API does. */
export function addOwnAnswers(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => answerNotFound(reply));
  app.setErrorHandler(answerError);
}

/** Answers an error that came up before or outside the API. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A body that cannot be parsed says nothing about a path that does not exist. A path that cannot
  // be decoded is known by its code: Fastify looked for no route then.
  if (request.is404 && error.code !== 'FST_ERR_BAD_URL') return answerNotFound(reply);
  const { statusCode = 500 } = error;
  if (statusCode >= 400 && statusCode < 500) {
    return answer(reply, statusCode, 'malformed_request', 'The request is not well-formed.');
  }
  request.log.error({ err: error }, 'unexpected error');
  return answer(reply, 500, 'internal', 'Something went wrong on our side.');
}

function answerNotFound(reply: FastifyReply): FastifyReply {
  return answer(reply, 404, 'not_found', 'There is nothing at this path.');
}

function answer(reply: FastifyReply, status: number, code: string, detail: string): FastifyReply {
  return reply
    .code(status)
    .type(problemType)
    .send(problem(status, code, detail));
}
