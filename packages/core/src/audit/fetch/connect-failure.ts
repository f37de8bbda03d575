import { isSitegradeError, type SitegradeError } from '../../errors.ts';
import { causesOf } from './causes-of.ts';
import { type FetchFailure, fetchError } from './fetch-error.ts';

/** Codes of Node's sockets and of OpenSSL's certificate verification. */
const failures: ReadonlyMap<string, FetchFailure> = new Map([
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
  const known = codes.map((code) => failures.get(code)).find((failure) => failure !== undefined);
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
