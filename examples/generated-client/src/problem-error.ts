import type { Schemas } from './create-api.ts';

/**
 * Turns an error response into an `Error`. Its `cause` is the problem document, with `code` and, for invalid
 * fields, `errors`.
 */
export function problemError(problem: Schemas['Problem']): Error {
  return new Error(problem.detail, { cause: problem });
}
