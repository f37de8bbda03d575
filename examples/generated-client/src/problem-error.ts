import type { Schemas } from './create-api.ts';

/**
 * An answer that is an error, as something to throw. Its `cause` is the problem document: its `code`
 * says what went wrong, and `errors` which fields.
 */
export function problemError(problem: Schemas['Problem']): Error {
  return new Error(problem.detail, { cause: problem });
}
