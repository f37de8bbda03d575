import { types } from 'node:util';

/**
 * All error codes. They are stable; messages may change.
 */
export type ErrorCode =
  | 'unauthorized'
  | 'cross_site'
  | 'not_found'
  | 'precondition_failed'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'invalid_input'
  | 'url_not_allowed'
  | 'page_unreachable'
  | 'page_timed_out'
  | 'page_too_large'
  | 'page_too_complex'
  | 'page_not_html'
  | 'too_many_redirects'
  | 'tls_error'
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'malformed_body'
  | 'body_timed_out'
  | 'malformed_request'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'overloaded'
  | 'internal';

/** What was wrong with the input, by field: `{ per_page: ['must be one of 10, 25, 50, 100'] }`. */
export type FieldIssues = Readonly<Record<string, readonly string[]>>;

/** What a {@link SitegradeError} may carry in addition to its code and message. */
export interface SitegradeErrorDetails {
  /** The invalid fields, if the error is about input. */
  readonly issues?: FieldIssues;
  /** A reason code that is more specific than `code`, such as `dns_not_found` for `page_unreachable`. */
  readonly reason?: string;
  /** Seconds after which the caller may retry. */
  readonly retryAfterSeconds?: number;
  /** The methods that the path supports, for `method_not_allowed`. */
  readonly allow?: readonly string[];
  /** The underlying error, for the operator's log. It is never sent to the caller. */
  readonly cause?: unknown;
}

/**
 * The one error class of sitegrade. Recognise it with {@link isSitegradeError}, not `instanceof`:
 * one process may load two copies of a package.
 *
 * @example
 * ```ts
 * throw new SitegradeError('not_found', 'There is no report with this id.');
 * ```
 */
export class SitegradeError extends Error {
  override readonly name = 'SitegradeError';
  readonly code: ErrorCode;
  readonly issues: FieldIssues | undefined;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, message: string, details: SitegradeErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.issues = details.issues;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/**
 * Whether a value is an error, recognised by its form: under Jest, errors of Node and of native modules are no
 * instances of `Error`, because the modules under test have their own `Error`.
 */
export function isError(value: unknown): value is Error {
  if (types.isNativeError(value)) return true;
  // Such as the errors of better-sqlite3 and a DOMException.
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'stack' in value &&
    typeof value.stack === 'string'
  );
}

/** The `code` of an error, such as `ECONNREFUSED`; empty if the value has none. */
export function errorCode(value: unknown): string {
  return isError(value) && 'code' in value ? String(value.code) : '';
}

/** Whether a thrown value is a {@link SitegradeError}, from this copy of the package or another. */
export function isSitegradeError(error: unknown): error is SitegradeError {
  return isError(error) && error.name === 'SitegradeError' && 'code' in error;
}

/** The message for an unexpected error, which may contain what no client should see. */
export const internalMessage = 'Something went wrong on our side.';
