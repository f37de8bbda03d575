import { isSitegradeError } from '@sitegrade/foundation/errors';
import { problemResponse } from '../../http/response/problem.ts';

/** What is wrong with a form: shown at a field, with the status and headers of the API's response. */
export interface FormIssue {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly issue: string;
}

const shown: ReadonlySet<number> = new Set([422, 429, 503]);

/**
 * The error of a form, in the words of the API.
 *
 * @param field - The name of the field in the issues of the error.
 * @throws the error itself if it is not about what was typed, or about when it was sent.
 */
export function formIssue(error: unknown, field: string): FormIssue {
  const { status, headers } = problemResponse(error);
  if (!isSitegradeError(error) || !shown.has(status)) throw error;
  const { 'retry-after': retryAfter } = headers;
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    issue: error.issues?.[field]?.[0] ?? error.message,
  };
}
