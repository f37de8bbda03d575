import type { Outcome } from '../outcome.ts';
import {
  blocksIndexing,
  parseRobotsDirectives,
  parseRobotsHeader,
} from '../readings/robots/robots-directives.ts';
import { isPrivateHost } from '../url/private-host.ts';
import { webUrl } from '../url/web-url.ts';
import type { LinkedPage, NoResponse } from './probe-facts.ts';

/** The reason of a request that was not sent because only the page itself may be requested. */
export const notRequested = 'not_requested';

/** The reason of a request that was not sent because the time for all of them was over. */
export const outOfTime = 'out_of_time';

/** Reasons of failures that every client gets: an unknown host, or invalid redirects. */
const permanentReasons: ReadonlySet<string> = new Set([
  'dns_not_found',
  'redirect_loop',
  'redirect_too_many',
  'redirect_invalid',
]);

/** Reasons of requests that are not sent to private addresses. */
const refusedAddresses: ReadonlySet<string> = new Set(['host_blocked', 'address_blocked']);

/** Whether a request was not sent because its URL has a private address. */
export function isPrivateAddress({ reason, url }: NoResponse): boolean {
  return refusedAddresses.has(reason) && isPrivateHost(webUrl(url)?.hostname ?? '');
}

/** Whether a failed request fails for every client. */
export function isPermanentFailure({ kind, reason }: NoResponse): boolean {
  return kind === 'failed' && permanentReasons.has(reason);
}

/**
 * What a status means for other clients. `unclear`: sites block automated requests with 401, 403, 429,
 * 503 or a custom status, and may respond to others.
 */
export function statusMeaning(status: number): 'available' | 'missing' | 'unclear' {
  if (status >= 200 && status < 300) return 'available';
  return status === 404 || status === 410 || status === 500 ? 'missing' : 'unclear';
}

/** What the reason codes mean, for site owners. */
const reasonTexts: Readonly<Record<string, string>> = {
  address_blocked: 'its address is not public',
  address_denied: 'our rules do not allow its address',
  body_timeout: 'the server stopped sending',
  connect_failed: 'the server could not be reached',
  connect_refused: 'the server refused the connection',
  connect_timeout: 'the server did not accept the connection in time',
  connection_closed: 'the server closed the connection',
  cookies_required: 'it redirects in a loop without cookies',
  dns_failed: 'name servers responded with an error',
  dns_not_found: 'its host does not exist',
  dns_timeout: 'name servers did not respond in time',
  fetch_timeout: 'the server was too slow',
  headers_timeout: 'the server did not respond in time',
  host_blocked: 'our rules do not allow its host',
  http_protocol_error: 'the response is not valid HTTP',
  not_requested: 'only the page itself was requested',
  out_of_time: 'there was no time left',
  redirect_invalid: 'it redirects to an invalid URL',
  redirect_loop: 'it redirects in a loop',
  redirect_too_long: 'it redirects to a very long URL',
  redirect_too_many: 'it redirects too many times',
  robots_txt: 'robots.txt does not allow us to',
  tls_error: 'no secure connection could be established',
  tls_expired: 'its certificate has expired',
  tls_name_mismatch: 'its certificate is for another host',
  tls_untrusted: 'its certificate is not trusted',
  url_path: 'it is outside the local folder',
  url_port: 'our rules do not allow its port',
  url_scheme: 'it does not lead to an http or https URL',
};

/** Why there is no response, in a few words for site owners. */
export function reasonText({ reason }: Pick<NoResponse, 'reason'>): string {
  return reasonTexts[reason] ?? reason;
}

/** The outcome of a check whose request failed. */
export function requestFailed(what: string, failure: NoResponse): Outcome {
  return {
    status: 'error',
    summary: `${what} could not be requested: ${reasonText(failure)}.`,
    value: failure.reason,
  };
}

/** Why search engines may not index another page; `null` if nothing prevents it. */
export function obstacleOf(page: LinkedPage, now: Date): string | null {
  const { robotsMetas, robotsHeaders, googlebotAllowed } = page;
  const byMeta = robotsMetas.flatMap(parseRobotsDirectives);
  if (byMeta.some((directive) => blocksIndexing(directive, now))) {
    return 'has a robots meta tag with noindex';
  }
  const byHeader = robotsHeaders
    .flatMap(parseRobotsHeader)
    .filter(({ agent }) => agent === null || agent === 'googlebot');
  if (byHeader.some((directive) => blocksIndexing(directive, now))) {
    return 'has an X-Robots-Tag header with noindex';
  }
  return googlebotAllowed === false ? 'is blocked by robots.txt' : null;
}

/** A URL shortened for a summary. */
export function shortUrl(url: string): string {
  return url.length <= 150 ? url : `${url.slice(0, 149)}…`.toWellFormed();
}
