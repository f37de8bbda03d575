import { isSitegradeError, type SitegradeError } from '../../errors.ts';
import { causesOf } from './causes-of.ts';
import { type FetchFailure, fetchError } from './fetch-error.ts';

/** Codes of undici and of sockets once a connection stands. */
const failures: ReadonlyMap<string, FetchFailure> = new Map([
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
  return failures.get(code);
}
