import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { logError } from './log.ts';
import { problem, problemType } from './problem.ts';

/** Answers what no route answers, as the API does. */
export const answerNotFound: RequestHandler = (_request, response) => {
  answer(response, 404, 'not_found', 'There is nothing at this path.');
};

/** Answers an error that came up before or outside the API. Express knows it by its four parameters. */
export const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  // What the router throws for a path that cannot be decoded.
  if (error instanceof URIError) {
    return answer(response, 400, 'malformed_request', 'The request is not well-formed.');
  }
  logError('unexpected error', error);
  answer(response, 500, 'internal', 'Something went wrong on our side.');
};

function answer(response: Response, status: number, code: string, detail: string): void {
  response
    .status(status)
    .type(problemType)
    .send(problem(status, code, detail));
}
