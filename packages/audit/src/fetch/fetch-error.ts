import {
  type ErrorCode,
  errorCode,
  isError,
  isSitegradeError,
  SitegradeError,
} from '@sitegrade/foundation/errors';
import { redirectStatuses } from './redirect-statuses.ts';

/** The reasons of failed fetches, each with its error code and a message for users. */
const failures = {
  url_invalid: ['invalid_input', 'This is not a valid URL. Use the form https://example.com/page.'],
  url_too_long: ['invalid_input', 'The URL is longer than 2,048 characters.'],
  url_scheme: ['url_not_allowed', 'Only URLs with http:// or https:// can be analysed.'],
  url_userinfo: [
    'url_not_allowed',
    'The URL contains a user name or password. Remove the part before the @.',
  ],
  url_port: ['url_not_allowed', 'The port of the URL is not allowed here.'],
  url_path: ['url_not_allowed', 'The URL is outside the local folder that is checked.'],
  host_blocked: ['url_not_allowed', 'This host is blocked by the operator of this service.'],
  address_blocked: [
    'url_not_allowed',
    'The URL points to an address that is not on the public internet, so it cannot be analysed here.',
  ],
  address_denied: [
    'url_not_allowed',
    'The URL points to an address that is blocked by the operator of this service.',
  ],
  dns_not_found: [
    'page_unreachable',
    'No IP address was found for this host. Check its spelling and its DNS records.',
  ],
  dns_failed: [
    'page_unreachable',
    "The host's name servers responded with an error, so its address is unknown.",
  ],
  dns_timeout: ['page_timed_out', "The host's name servers did not respond in time."],
  connect_refused: ['page_unreachable', 'The server refused the connection.'],
  connect_failed: ['page_unreachable', 'The server could not be reached.'],
  connect_timeout: ['page_timed_out', 'The server did not accept the connection in time.'],
  connection_closed: [
    'page_unreachable',
    'The server closed the connection before the response was complete.',
  ],
  tls_untrusted: [
    'tls_error',
    'The certificate was not issued by an authority that browsers trust, or its chain is incomplete.',
  ],
  tls_expired: ['tls_error', 'The certificate has expired or is not valid yet.'],
  tls_name_mismatch: ['tls_error', 'The certificate was issued for another host name.'],
  tls_error: ['tls_error', 'A secure connection to the server could not be established.'],
  http_protocol_error: ['page_unreachable', 'The response of the server is not valid HTTP.'],
  headers_timeout: ['page_timed_out', 'The server did not start to respond in time.'],
  headers_too_large: ['page_unreachable', 'The headers of the response are too large.'],
  body_timeout: ['page_timed_out', 'The server stopped sending before the page was complete.'],
  body_too_slow: ['page_timed_out', 'The server sent the page too slowly.'],
  body_too_large: ['page_too_large', 'The page is too large to be analysed.'],
  body_decoded_too_large: ['page_too_large', 'The page is too large after decompression.'],
  encoding_unsupported: [
    'page_unreachable',
    'The response has an unsupported compression (Content-Encoding).',
  ],
  encoding_invalid: [
    'page_unreachable',
    'The response could not be decompressed. It is damaged, or its Content-Encoding is wrong.',
  ],
  content_type_unsupported: ['page_not_html', 'This URL is not an HTML page.'],
  redirect_loop: ['too_many_redirects', 'The URL redirects in a loop.'],
  redirect_too_many: ['too_many_redirects', 'The URL redirects too many times.'],
  redirect_too_long: [
    'too_many_redirects',
    'The URL redirects to a URL that is longer than 2,048 characters.',
  ],
  redirect_invalid: ['too_many_redirects', 'The URL redirects to an invalid URL.'],
  fetch_timeout: ['page_timed_out', 'The site took too long to respond.'],
  analysis_timeout: ['page_timed_out', 'Fetching and reading the page took too long.'],
  page_too_complex: [
    'page_too_complex',
    'The page is too complex to be analysed. Make it smaller and simpler.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

/** The reason code of a failed fetch: `reason` of the error. */
export type FetchFailure = keyof typeof failures;

/** The reason code that only a local site has, which is not an option of the API. */
const ofLocalSite: FetchFailure = 'url_path';

/** The reason codes of an error code that callers of the API get, in the order of a fetch. */
export function reasonsOf(code: ErrorCode): readonly FetchFailure[] {
  const names = Object.keys(failures) as FetchFailure[];
  return names.filter((name) => failures[name][0] === code && name !== ofLocalSite);
}

/** Follows the message about a URL of this machine: who types one is most often trying out their own server. */
export const localhostHint =
  'In development, the server allows every port of its own machine with --allow-localhost.';
/** What allows this machine, for the log of an operator: of a host, and of the command. */
export const localhostOptions = 'network.allowLocalhost: true, or --allow-localhost';

/** Details of a failed fetch. */
interface FetchFailureDetails {
  /** The underlying error, for the log of the operator. */
  readonly cause?: unknown;
  /** A sentence that follows the message. */
  readonly hint?: string | undefined;
  /** Whether a redirect target failed, not the requested URL. */
  readonly redirected?: boolean;
}

/**
 * Creates the error for a failed fetch. Its message is the same for every host and address, so that it does
 * not reveal the address of a name. The details are in `cause`.
 */
export function fetchError(
  failure: FetchFailure,
  details: FetchFailureDetails = {},
): SitegradeError {
  const [code, text] = failures[failure];
  const { hint } = details;
  const whole = hint === undefined ? text : `${text} ${hint}`;
  const message = details.redirected ? `The page redirects to another URL. ${whole}` : whole;
  return new SitegradeError(code, message, {
    reason: failure,
    issues: { url: [message] },
    ...('cause' in details && { cause: details.cause }),
  });
}

/**
 * The error for a response that is not a page because of its status, with the reason `server_error` from 500, otherwise
 * `http_status`. Reports do not throw it: to them, every status is that of a page.
 */
export function statusError(status: number): SitegradeError {
  const message = redirectStatuses.has(status)
    ? `The server responded with status ${status}, a redirect, without the Location header that names its target.`
    : `The server responded with status ${status}.`;
  return new SitegradeError('page_unreachable', message, {
    reason: status < 500 ? 'http_status' : 'server_error',
    issues: { url: [message] },
  });
}

/** An error with all its causes and the errors of an `AggregateError`. */
function causesOf(error: unknown): readonly Error[] {
  const found = new Set<Error>();
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.size < 32) {
    const next = waiting.shift();
    if (!isError(next) || found.has(next)) continue;
    found.add(next);
    waiting.push(next.cause);
    if ('errors' in next && Array.isArray(next.errors)) waiting.push(...next.errors);
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

/** Node's codes for the limits of this process, and of this machine. */
const fileLimits = new Set(['EMFILE', 'ENFILE']);

/** When connections may have been closed. */
const retryAfterSeconds = 10;

/** Converts an error during connecting. One that is not the host's fault is `overloaded`. */
export function connectFailure(error: Error, secure: boolean): SitegradeError {
  if (isSitegradeError(error)) return error;
  const codes = causesOf(error).map(errorCode);
  const known = codes
    .map((code) => connectFailures.get(code))
    .find((failure) => failure !== undefined);
  if (known !== undefined) return fetchError(known, { cause: error });
  if (codes.some((code) => fileLimits.has(code))) {
    const message = `The server has too many open files and connections. Retry in ${retryAfterSeconds} s.`;
    return new SitegradeError('overloaded', message, { retryAfterSeconds, cause: error });
  }
  if (codes.some((code) => unreachable.has(code)))
    return fetchError('connect_failed', { cause: error });
  return fetchError(secure ? 'tls_error' : 'connection_closed', { cause: error });
}

/**
 * Whether the server could not be reached, so that `http://` is tried if `https://` was only assumed. An
 * invalid certificate does not count: the site owner should learn about it.
 */
export function isConnectFailure(reason: string | undefined): boolean {
  return reason !== undefined && (reason.startsWith('connect_') || reason === 'tls_error');
}

/** Codes of undici, of HTTP/2 and of sockets after connecting. */
const responseFailures: ReadonlyMap<string, FetchFailure> = new Map([
  ['UND_ERR_HEADERS_TIMEOUT', 'headers_timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers_too_large'],
  ['UND_ERR_BODY_TIMEOUT', 'body_timeout'],
  ['UND_ERR_SOCKET', 'connection_closed'],
  ['UND_ERR_CLOSED', 'connection_closed'],
  ['UND_ERR_DESTROYED', 'connection_closed'],
  ['ERR_HTTP2_STREAM_ERROR', 'connection_closed'],
  ['ERR_HTTP2_STREAM_CANCEL', 'connection_closed'],
  ['ERR_HTTP2_SESSION_ERROR', 'connection_closed'],
  ['ECONNRESET', 'connection_closed'],
  ['EPIPE', 'connection_closed'],
  ['ECONNABORTED', 'connection_closed'],
  ['ETIMEDOUT', 'connection_closed'],
]);

/**
 * Converts an error between the request and the end of its body; the reason of the signal if it aborted.
 * Use it only for errors of undici and of sockets: unknown errors, such as assertions of the parser, are
 * caused by the response, and count as invalid HTTP.
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
  const code = errorCode(error);
  // undici reports this for malformed data after a Content-Length, and for a truncated body.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return during === 'headers' ? 'http_protocol_error' : 'connection_closed';
  }
  if (code === 'UND_ERR_SOCKET' && /^bad (?:upgrade|response)$/.test(error.message)) {
    return 'http_protocol_error';
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls_error';
  return responseFailures.get(code);
}
