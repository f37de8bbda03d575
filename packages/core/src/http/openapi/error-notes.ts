import { type ErrorCode, SitegradeError } from '../../errors.ts';
import { keyMismatch, reportDeleted, underWay } from '../../reports/create-report-once.ts';
import { fetchError, reasonsOf } from '../../reports/failure-reasons.ts';
import { websiteChanged } from '../../websites/get-website.ts';
import { bodyTooLarge, defaultBodyLimit } from '../request/body-bytes.ts';
import { authenticationRequired } from '../request/host-owner.ts';

/** The description of an error in the document. */
export interface ErrorNote {
  /** When it occurs, in one sentence. */
  readonly when: string;
  /** An example of the thrown error. */
  readonly example: SitegradeError;
  readonly reasons: readonly string[];
}

/** An error of fetching a page, which has reason codes. */
const fetching = (when: string, ...[reason]: Parameters<typeof fetchError>): ErrorNote => {
  const example = fetchError(reason);
  return { when, example, reasons: reasonsOf(example.code) };
};

const plain = (when: string, code: ErrorCode, message: string): ErrorNote => ({
  when,
  example: new SitegradeError(code, message),
  reasons: [],
});

/** The description of `payload_too_large` for a limit in bytes. */
export function tooLargeNote(limit: number): ErrorNote {
  return {
    when: `The body is larger than ${limit} bytes.`,
    example: bodyTooLarge(limit),
    reasons: [],
  };
}

/** The description of each error code. */
export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  unauthorized: plain(
    'The API key is missing, malformed, unknown, revoked or expired. The body is the same in all cases.',
    'unauthorized',
    'No token.',
  ),
  not_found: plain(
    'No record with this id exists, it belongs to another owner, or the id is not a positive integer.',
    'not_found',
    'There is no record with this id.',
  ),
  precondition_failed: {
    when: 'The website does not match `If-Match`: it has changed. The request was not applied.',
    example: websiteChanged(),
    reasons: [],
  },
  conflict: {
    when: 'A request with the same `Idempotency-Key` is still in progress.',
    example: underWay(),
    reasons: [],
  },
  idempotency_mismatch: {
    when: 'The `Idempotency-Key` was already used with a different body.',
    example: keyMismatch(),
    reasons: [],
  },
  method_not_allowed: plain(
    'The path does not support this method; `Allow` lists those it does.',
    'method_not_allowed',
    'This path supports GET, HEAD, POST, OPTIONS.',
  ),
  invalid_input: {
    when: 'A field is missing, not one of its allowed values, sent twice, or sent with brackets. `errors` lists all invalid fields.',
    example: new SitegradeError('invalid_input', 'A field is invalid.'),
    reasons: reasonsOf('invalid_input'),
  },
  url_not_allowed: fetching(
    'The scheme, port, credentials or address of the URL are not allowed.',
    'address_blocked',
  ),
  page_unreachable: fetching(
    'The page could not be fetched: the host was not found, refused the connection, or did not send valid HTTP.',
    'dns_not_found',
  ),
  page_timed_out: fetching('The site took too long to respond.', 'headers_timeout'),
  page_too_large: fetching('The page exceeds the size limit.', 'body_too_large'),
  page_too_complex: fetching('Analysing the page exceeds the CPU limit.', 'page_too_complex'),
  page_not_html: fetching('The URL does not return an HTML page.', 'content_type_unsupported'),
  too_many_redirects: fetching(
    'The redirects form a loop, are too many, or are invalid.',
    'redirect_loop',
  ),
  tls_error: fetching('The TLS connection to the site failed.', 'tls_expired'),
  unsupported_media_type: plain(
    'The body is neither a form nor JSON, is not UTF-8, or is compressed.',
    'unsupported_media_type',
    'The Content-Type must be application/x-www-form-urlencoded or application/json.',
  ),
  payload_too_large: tooLargeNote(defaultBodyLimit),
  malformed_body: plain(
    'The body does not match its `Content-Type`, or is incomplete.',
    'malformed_body',
    'The body must be JSON in UTF-8.',
  ),
  rate_limited: {
    when: 'The owner has too many concurrent reports or password changes.',
    example: new SitegradeError(
      'rate_limited',
      'Too many concurrent reports (limit 5). Retry in 2 s.',
      { retryAfterSeconds: 2 },
    ),
    reasons: [],
  },
  overloaded: {
    when: 'The server has too many concurrent reports, reports of large pages or password changes, or the database is busy or unavailable.',
    example: new SitegradeError(
      'overloaded',
      'Too many concurrent reports on this server. Retry in 2 s.',
      {
        retryAfterSeconds: 2,
      },
    ),
    reasons: [],
  },
  internal: plain('An internal error. The server’s log has the cause.', 'internal', 'Internal.'),
};

/** The description of `unauthorized` if the host has its own login. */
export const notLoggedInNote: ErrorNote = {
  when: 'No user is logged in to the server that this API is part of.',
  example: authenticationRequired(),
  reasons: [],
};

/** The description of `not_found` for a path without an id. */
export const deletedReportNote: ErrorNote = {
  when: 'The report created with this `Idempotency-Key` has been deleted.',
  example: reportDeleted(),
  reasons: [],
};
