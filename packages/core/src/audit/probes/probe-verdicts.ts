import type { Outcome } from '../outcome.ts';
import {
  blocksIndexing,
  parseRobotsDirectives,
  parseRobotsHeader,
} from '../readings/robots/robots-directives.ts';
import type { LinkedPage, NoResponse } from './probe-facts.ts';

/** Reasons of failures that every client gets: an unknown host, or invalid redirects. */
const permanentReasons: ReadonlySet<string> = new Set([
  'dns_not_found',
  'redirect_loop',
  'redirect_too_many',
  'redirect_invalid',
]);

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

/** The outcome of a check whose request failed. */
export function requestFailed(what: string, { reason }: NoResponse): Outcome {
  return { status: 'error', summary: `${what} could not be requested (${reason}).` };
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
