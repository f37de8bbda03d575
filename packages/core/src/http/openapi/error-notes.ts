import { type ErrorCode, SitegradeError } from '../../errors.ts';
import { keyMismatch, reportDeleted, underWay } from '../../reports/create-report-once.ts';
import { fetchError, reasonsOf } from '../../reports/failure-reasons.ts';
import { websiteChanged } from '../../websites/get-website.ts';
import { maxBodyBytes } from '../request/body-bytes.ts';
import { loggedOut } from '../request/host-owner.ts';

/** What the document says of an error. */
export interface ErrorNote {
  /** When it happens, in a sentence. */
  readonly when: string;
  /** An error as it is thrown. */
  readonly example: SitegradeError;
  readonly reasons: readonly string[];
}

/** Errors of fetching a page tell their reason. */
const fetching = (when: string, ...[reason]: Parameters<typeof fetchError>): ErrorNote => {
  const example = fetchError(reason);
  return { when, example, reasons: reasonsOf(example.code) };
};

const plain = (when: string, code: ErrorCode, message: string): ErrorNote => ({
  when,
  example: new SitegradeError(code, message),
  reasons: [],
});

/** When each error happens, with an example. A code without a note does not compile. */
export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  unauthorized: plain(
    'No API key, or one that is malformed, unknown, revoked or expired. The body is the same in every case.',
    'unauthorized',
    'No token.',
  ),
  not_found: plain(
    'There is no record with this id, it is another owner’s, or the id is no positive whole number.',
    'not_found',
    'There is nothing with this id.',
  ),
  precondition_failed: {
    when: 'The website is not, or no longer, as `If-Match` asks. Nothing was changed.',
    example: websiteChanged(),
    reasons: [],
  },
  conflict: {
    when: 'A request with the same `Idempotency-Key` is still under way.',
    example: underWay(),
    reasons: [],
  },
  idempotency_mismatch: {
    when: 'The `Idempotency-Key` was used with another body.',
    example: keyMismatch(),
    reasons: [],
  },
  method_not_allowed: plain(
    'The path answers to other methods; `Allow` names them.',
    'method_not_allowed',
    'This path answers to GET, HEAD, POST, OPTIONS.',
  ),
  invalid_input: {
    when: 'A field is missing, outside its allowed values, sent twice, or sent with brackets. `errors` names every such field.',
    example: new SitegradeError('invalid_input', 'A field is wrong.'),
    reasons: reasonsOf('invalid_input'),
  },
  url_not_allowed: fetching(
    'The URL’s scheme, port, credentials or address may not be fetched.',
    'address_blocked',
  ),
  page_unreachable: fetching(
    'No answer could be had: the host was not found, refused the connection, or did not speak HTTP.',
    'dns_not_found',
  ),
  page_timed_out: fetching('The site took too long.', 'headers_timeout'),
  page_too_large: fetching('The page is larger than what is analysed.', 'body_too_large'),
  page_too_complex: fetching(
    'Reading and checking the page takes more work than one analysis may cost.',
    'page_too_complex',
  ),
  page_not_html: fetching('What is at the URL is no HTML page.', 'content_type_unsupported'),
  too_many_redirects: fetching('Redirects lead in a circle, too far, or nowhere.', 'redirect_loop'),
  tls_error: fetching('No secure connection could be set up with the site.', 'tls_expired'),
  unsupported_media_type: plain(
    'The body is neither a form nor JSON, not in UTF-8, or compressed.',
    'unsupported_media_type',
    'The Content-Type must be application/x-www-form-urlencoded or application/json.',
  ),
  payload_too_large: plain(
    `The body is longer than ${maxBodyBytes} bytes.`,
    'payload_too_large',
    `The body must be at most ${maxBodyBytes} bytes long.`,
  ),
  malformed_body: plain(
    'The body is not what its `Content-Type` says, or broke off.',
    'malformed_body',
    'The body must be JSON in UTF-8.',
  ),
  rate_limited: {
    when: 'Too many analyses of the same owner are under way, or too many of their password changes wait.',
    example: new SitegradeError(
      'rate_limited',
      'There are 5 analyses of yours under way already; at most 5 may be.',
      { retryAfterSeconds: 2 },
    ),
    reasons: [],
  },
  overloaded: {
    when: 'Too many analyses are under way or password changes wait in all, too many reports of large pages are in progress, or the database is busy or away.',
    example: new SitegradeError('overloaded', 'Too many analyses are under way.', {
      retryAfterSeconds: 2,
    }),
    reasons: [],
  },
  internal: plain('A fault on the server’s side; its log has the cause.', 'internal', 'Internal.'),
};

/** The note on `unauthorized` where the host has a login of its own. */
export const loggedOutNote: ErrorNote = {
  when: 'Nobody is logged in to the server that this API is part of.',
  example: loggedOut(),
  reasons: [],
};

/** The note on `not_found` where no id was asked for. */
export const deletedReportNote: ErrorNote = {
  when: 'The report that was made with this `Idempotency-Key` has been deleted.',
  example: reportDeleted(),
  reasons: [],
};
