import type { NamedPage, Unanswered } from '../../fetch/probes/probe-facts.ts';
import type { Outcome } from '../check.ts';
import {
  blocksIndexing,
  parseRobotsDirectives,
  parseRobotsHeader,
} from '../seo/indexing/robots-directives.ts';

/** No such host, and redirects without an end: nobody arrives there. */
const deadEnds: ReadonlySet<string> = new Set([
  'dns_not_found',
  'redirect_loop',
  'redirect_too_many',
  'redirect_invalid',
]);

/** Whether a URL that brought no answer brings none to anybody. */
export function isDeadEnd({ kind, reason }: Unanswered): boolean {
  return kind === 'failed' && deadEnds.has(reason);
}

/**
 * What a status says to anybody. `unclear`: sites keep programs out with 401, 403, 429, 503 or a
 * status of their own, and what refuses us may answer others.
 */
export function meaningOf(status: number): 'there' | 'gone' | 'unclear' {
  if (status >= 200 && status < 300) return 'there';
  return status === 404 || status === 410 || status === 500 ? 'gone' : 'unclear';
}

/** What a check says that could not be evaluated. */
export function notAnswered(what: string, { reason }: Unanswered): Outcome {
  return { status: 'error', summary: `${what} could not be asked for (${reason}).` };
}

/** Why search engines may not show another page; `null` where nothing is in the way. */
export function obstacleOf(page: NamedPage, now: Date): string | null {
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
  return googlebotAllowed === false ? 'is disallowed by robots.txt' : null;
}

/** A URL for a sentence: addresses can have two thousand characters. */
export function shortUrl(url: string): string {
  return url.length <= 150 ? url : `${url.slice(0, 149)}…`.toWellFormed();
}
