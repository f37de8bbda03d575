import { type ErrorCode, isSitegradeError, SitegradeError } from '../../errors.ts';

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
interface FetchFailureDetails {
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

/** An error and all that it wraps: its chain of causes, and each error of an `AggregateError`. */
function causesOf(error: unknown): readonly Error[] {
  const found = new Set<Error>();
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.size < 32) {
    const next = waiting.shift();
    if (!(next instanceof Error) || found.has(next)) continue;
    found.add(next);
    waiting.push(next.cause);
    if (next instanceof AggregateError) waiting.push(...next.errors);
  }
  return [...found];
}

/** Codes of Node's sockets and of OpenSSL's certificate verification. */
const connectFailures: ReadonlyMap<string, FetchFailure> = new Map([
  ['ECONNREFUSED', 'connect_refused'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['CERT_HAS_EXPIRED', 'tls_expired'],
  ['CERT_NOT_YET_VALID', 'tls_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_name_mismatch'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls_untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_untrusted'],
  ['CERT_CHAIN_TOO_LONG', 'tls_untrusted'],
  ['CERT_UNTRUSTED', 'tls_untrusted'],
  ['CERT_REJECTED', 'tls_untrusted'],
  ['CERT_REVOKED', 'tls_untrusted'],
  ['CERT_SIGNATURE_FAILURE', 'tls_untrusted'],
  ['INVALID_CA', 'tls_untrusted'],
  ['INVALID_PURPOSE', 'tls_untrusted'],
  ['PATH_LENGTH_EXCEEDED', 'tls_untrusted'],
]);

const unreachable = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
]);

/** What went wrong before a connection stood, in our words. */
export function connectFailure(error: Error, secure: boolean): SitegradeError {
  if (isSitegradeError(error)) return error;
  const codes = causesOf(error).map((cause) => String('code' in cause ? cause.code : ''));
  const known = codes
    .map((code) => connectFailures.get(code))
    .find((failure) => failure !== undefined);
  if (known !== undefined) return fetchError(known, { cause: error });
  if (codes.some((code) => unreachable.has(code)))
    return fetchError('connect_failed', { cause: error });
  return fetchError(secure ? 'tls_error' : 'connection_closed', { cause: error });
}

/**
 * Whether nothing answered there: worth a try with `http://` where `https://` was only assumed. A
 * certificate that is wrong is an answer, and its owner wants to hear of it.
 */
export function isConnectFailure(reason: string | undefined): boolean {
  return reason !== undefined && (reason.startsWith('connect_') || reason === 'tls_error');
}

/** Codes of undici and of sockets once a connection stands. */
const responseFailures: ReadonlyMap<string, FetchFailure> = new Map([
  ['UND_ERR_HEADERS_TIMEOUT', 'headers_timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers_too_large'],
  ['UND_ERR_BODY_TIMEOUT', 'body_timeout'],
  ['UND_ERR_SOCKET', 'connection_closed'],
  ['UND_ERR_CLOSED', 'connection_closed'],
  ['UND_ERR_DESTROYED', 'connection_closed'],
  ['ECONNRESET', 'connection_closed'],
  ['EPIPE', 'connection_closed'],
  ['ECONNABORTED', 'connection_closed'],
  ['ETIMEDOUT', 'connection_closed'],
]);

/**
 * What went wrong between the request and the end of its body, in our words; the signal's reason
 * where that is what ended it. For errors of undici and of sockets alone: what they are that no one
 * knows, an assertion of the parser among them, the bytes of the server brought about.
 */
export function responseFailure(
  error: unknown,
  during: 'headers' | 'body',
  signal: AbortSignal,
): unknown {
  if (signal.aborted) return signal.reason;
  const causes = causesOf(error);
  const ours = causes.find((cause): cause is SitegradeError => isSitegradeError(cause));
  if (ours !== undefined) return ours;
  for (const cause of causes) {
    const failure = failureOf(cause, during);
    if (failure !== undefined) return fetchError(failure, { cause: error });
  }
  return fetchError('http_protocol_error', { cause: error });
}

function failureOf(error: Error, during: 'headers' | 'body'): FetchFailure | undefined {
  const code = 'code' in error ? String(error.code) : '';
  // What undici makes of anything malformed after a Content-Length, and of a body cut short.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return during === 'headers' ? 'http_protocol_error' : 'connection_closed';
  }
  if (code === 'UND_ERR_SOCKET' && /^bad (?:upgrade|response)$/.test(error.message)) {
    return 'http_protocol_error';
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls_error';
  return responseFailures.get(code);
}
