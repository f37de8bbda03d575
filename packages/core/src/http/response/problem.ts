import { STATUS_CODES } from 'node:http';
import {
  type ErrorCode,
  type FieldIssues,
  internalMessage,
  isSitegradeError,
  type SitegradeError,
} from '@sitegrade/foundation/errors';
import { type ApiResponse, withBody } from './response.ts';

/** The HTTP status of each error code. */
export const statusByCode = {
  unauthorized: 401,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  precondition_failed: 412,
  conflict: 409,
  idempotency_mismatch: 422,
  invalid_input: 422,
  url_not_allowed: 422,
  page_unreachable: 422,
  page_timed_out: 422,
  page_too_large: 422,
  page_too_complex: 422,
  page_not_html: 422,
  too_many_redirects: 422,
  tls_error: 422,
  unsupported_media_type: 415,
  payload_too_large: 413,
  malformed_body: 400,
  body_timed_out: 408,
  malformed_request: 400,
  rate_limited: 429,
  quota_exceeded: 429,
  overloaded: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

/** The body of every error response. */
export interface ProblemBody {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  /** The same as `detail`. */
  readonly message: string;
  readonly reason?: string;
  readonly errors?: FieldIssues;
}

/** The same for every failure, so that no one can probe which keys exist. */
const unauthorizedDetail = 'Send a valid API key as a Bearer token in the Authorization header.';
const hostLoginDetail = 'Authentication required.';
const defaultRetryAfterSeconds = 5;

/** The errors that pass: the client may retry. */
const retryable: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'rate_limited',
  'quota_exceeded',
  'conflict',
]);

/**
 * Creates the response to an error: an RFC 9457 problem document. Anything but a `SitegradeError`
 * becomes a 500 without detail.
 *
 * @example
 * ```ts
 * problemResponse(new SitegradeError('not_found', 'There is nothing at this path.')).status; // 404
 * ```
 */
export function problemResponse(error: unknown): ApiResponse<string> {
  if (!isSitegradeError(error) || !Object.hasOwn(statusByCode, error.code))
    return problem('internal');
  if (error.code === 'internal') return problem('internal');
  return problem(error.code, error);
}

function problem(code: ErrorCode, error?: SitegradeError): ApiResponse<string> {
  const body = bodyOf(code, error);
  return withBody(body.status, JSON.stringify(body), {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...headersOf(code, error),
  });
}

function bodyOf(code: ErrorCode, error: SitegradeError | undefined): ProblemBody {
  const status = statusByCode[code];
  const detail = detailOf(code, error);
  const secret = code === 'unauthorized';
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    detail,
    code,
    message: detail,
    ...(error?.reason && !secret ? { reason: error.reason } : {}),
    ...(error?.issues && !secret ? { errors: error.issues } : {}),
  };
}

function detailOf(code: ErrorCode, error: SitegradeError | undefined): string {
  if (code === 'unauthorized') {
    return error?.reason === 'logged_out' ? hostLoginDetail : unauthorizedDetail;
  }
  return error?.message ?? internalMessage;
}

function headersOf(code: ErrorCode, error: SitegradeError | undefined): Record<string, string> {
  if (code === 'unauthorized') {
    const sent = error?.reason === 'invalid_token';
    return { 'www-authenticate': sent ? 'Bearer error="invalid_token"' : 'Bearer' };
  }
  if (code === 'method_not_allowed') return { allow: (error?.allow ?? []).join(', ') };
  if (retryable.has(code)) {
    return { 'retry-after': String(error?.retryAfterSeconds ?? defaultRetryAfterSeconds) };
  }
  return {};
}
