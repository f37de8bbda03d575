import { SitegradeError } from '@sitegrade/foundation/errors';
import { headerValues, type RequestHead } from './request.ts';

/** `uri-host [":" port]` of RFC 9110, 7.2, where the host may be empty. */
const hostField = /^(?:\[[\w:.~!$&'()*+,;=-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::\d*)?$/;

/**
 * Refuses a request whose host is not certain (RFC 9112, 3.2): a proxy in front may have used another one than we
 * do. Node itself refuses a request of HTTP/1.1 without a `Host`.
 *
 * @throws SitegradeError `malformed_request` if there is more than one `Host`, or one that is not a host.
 */
export function requireOneHost(incoming: Pick<RequestHead, 'rawHeaders'>): void {
  const hosts = headerValues(incoming, 'host');
  if (hosts.length > 1) throw malformedHost('The request has more than one Host header.');
  const [host = ''] = hosts;
  if (!hostField.test(host)) throw malformedHost('The Host header is not a host name or address.');
}

/** The error for a request with this fault in its `Host`. */
export function malformedHost(message: string): SitegradeError {
  return new SitegradeError('malformed_request', message);
}
