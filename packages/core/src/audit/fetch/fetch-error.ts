import { type ErrorCode, SitegradeError } from '../../errors.ts';

/** Each way a fetch can fail: the code it is grouped under, and a sentence for a site owner. */
const failures = {
  url_invalid: [
    'invalid_input',
    'This is not a web address. Write it like https://example.com/page.',
  ],
  url_too_long: ['invalid_input', 'The address is longer than 2,048 characters.'],
  url_scheme: ['url_not_allowed', 'Only addresses with http:// or https:// can be analysed.'],
  url_userinfo: [
    'url_not_allowed',
    'The address holds a user name or password. Write it without the part before the @.',
  ],
  url_port: ['url_not_allowed', 'The port in the address is not one that may be analysed here.'],
  host_blocked: [
    'url_not_allowed',
    'This host is on the list of hosts that are not analysed here.',
  ],
  address_blocked: [
    'url_not_allowed',
    'The address is not one on the public internet, so it may not be analysed here.',
  ],
  address_denied: [
    'url_not_allowed',
    'The address is on the list of addresses that are not analysed here.',
  ],
  dns_not_found: [
    'page_unreachable',
    'No address was found for this host. Check its spelling, and that its DNS records exist.',
  ],
  dns_timeout: ['page_timed_out', "The host's name servers did not answer in time."],
  connect_refused: ['page_unreachable', 'The server refused the connection.'],
  connect_failed: ['page_unreachable', 'The server could not be reached.'],
  connect_timeout: ['page_timed_out', 'The server did not accept the connection in time.'],
  connection_closed: [
    'page_unreachable',
    'The server closed the connection before its answer was complete.',
  ],
  tls_untrusted: [
    'tls_error',
    'The certificate was not issued by an authority that browsers trust, or its chain is incomplete.',
  ],
  tls_expired: ['tls_error', 'The certificate has expired or is not valid yet.'],
  tls_name_mismatch: ['tls_error', 'The certificate was issued for another host name.'],
  tls_error: ['tls_error', 'No secure connection could be set up with the server.'],
  http_protocol_error: ['page_unreachable', 'The answer of the server was not valid HTTP.'],
  headers_timeout: ['page_timed_out', 'The server did not begin its answer in time.'],
  headers_too_large: ['page_unreachable', 'The headers of the answer are too large.'],
  body_timeout: ['page_timed_out', 'The server stopped sending before the page was complete.'],
  body_too_large: ['page_too_large', 'The page is too large to be analysed.'],
  body_decoded_too_large: ['page_too_large', 'The page is too large once it is unpacked.'],
  encoding_unsupported: [
    'page_unreachable',
    'The answer is compressed in a way that was not asked for (Content-Encoding).',
  ],
  encoding_invalid: [
    'page_unreachable',
    'The answer could not be unpacked: it is damaged, or not compressed as Content-Encoding says.',
  ],
  content_type_unsupported: ['page_not_html', 'What is at this address is not an HTML page.'],
  redirect_loop: ['too_many_redirects', 'The address redirects in a circle.'],
  redirect_too_many: ['too_many_redirects', 'The address redirects too many times.'],
  redirect_invalid: [
    'too_many_redirects',
    'The address redirects to something that is not a web address.',
  ],
  fetch_timeout: ['page_timed_out', 'The site took too long to answer.'],
  analysis_timeout: ['page_timed_out', 'Fetching and reading the page took too long.'],
  page_too_complex: [
    'page_too_complex',
    'The page takes too much work to be analysed. Make it smaller and simpler.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

/** The finer word of a failed fetch: `reason` of the error. */
export type FetchFailure = keyof typeof failures;

/** The finer words that a code has, in the order of a fetch. */
export function reasonsOf(code: ErrorCode): readonly FetchFailure[] {
  const names = Object.keys(failures) as FetchFailure[];
  return names.filter((name) => failures[name][0] === code);
}

/** What is known of a failure besides its name. */
export interface FetchFailureDetails {
  /** What happened underneath, for the operator's log. */
  readonly cause?: unknown;
  /** Whether it was not the address asked for, but one that it redirects to. */
  readonly redirected?: boolean;
}

/**
 * Makes the error for a failed fetch. Its sentence is the same for every host and address, so that
 * it tells nobody what a name resolved to; what happened is in `cause`.
 */
export function fetchError(
  failure: FetchFailure,
  details: FetchFailureDetails = {},
): SitegradeError {
  const [code, sentence] = failures[failure];
  const message = details.redirected
    ? `The page redirects to another address. ${sentence}`
    : sentence;
  return new SitegradeError(code, message, {
    reason: failure,
    issues: { url: [message] },
    ...('cause' in details && { cause: details.cause }),
  });
}
