import { type ErrorCode, internalMessage, isSitegradeError } from '@sitegrade/foundation/errors';
import type { JobError } from '../store/job.ts';

/** Errors of our side, which pass. All others are the fault of the URL or its site. */
export const passingErrors: ReadonlySet<ErrorCode> = new Set(['internal', 'overloaded']);

/** How work that failed is reported. */
export interface Failure {
  readonly error: JobError;
  /** The error that was not expected, if there was one. */
  readonly unexpected?: unknown;
}

/** What the owner may know of an error. */
export function failureOf(thrown: unknown): Failure {
  if (!isSitegradeError(thrown) || thrown.code === 'internal') {
    return { error: { code: 'internal', message: internalMessage }, unexpected: thrown };
  }
  const { code, message, reason, issues } = thrown;
  return {
    error: {
      code,
      message,
      ...(reason !== undefined && { reason }),
      ...(issues !== undefined && { issues }),
    },
  };
}
