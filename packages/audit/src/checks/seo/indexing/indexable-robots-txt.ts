import type { AuditFacts } from '../../../audit-facts.ts';
import type { RobotsTxt } from '../../../fetch/robots/robots-txt.ts';
import type { Outcome } from '../../../outcome.ts';
import { namesText, urlEvidence } from '../../../readings/evidence.ts';
import { tooManyRequests } from '../../../readings/response-status.ts';
import {
  type BlockedCrawler,
  blockedCrawlers,
  blockingLines,
  tooManyRules,
} from '../../../readings/robots/blocked-crawlers.ts';
import type { Check } from '../../check.ts';

/** The most used search engine: a page that it may not crawl is hardly found. */
const decisive = 'Googlebot';

/**
 * The other search engines that Lighthouse checks, Apple's, which Siri and Spotlight use
 * (https://support.apple.com/en-us/119829), and all crawlers that robots.txt does not name.
 */
const otherSearch = ['bingbot', 'DuckDuckBot', 'Applebot', '*'] as const;

/** Points where only small search engines and unnamed crawlers are blocked, which may be a choice. */
const pointsWithBing = 0.9;

/**
 * Whether robots.txt lets search engines fetch the page.
 *
 * @remarks Which other search engines count, and for how much, is ours.
 */
export const indexableRobotsTxt: Check = {
  id: 'indexable-robots-txt',
  category: 'seo',
  importance: 'high',
  isAtRoot: true,
  family: 'indexing',
  title: 'robots.txt allows search engines to crawl the page',
  advice:
    'Change or remove the quoted line of robots.txt, or add an Allow rule for this path, if the page should appear in these search results.',
  why: 'A search engine that may not open the page cannot read it, so people who search do not learn what the page offers.',
  source: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'robots.txt keeps Google from crawling the page.',
    indexability: true,
  },
  run: ({ robots, response }): Outcome => {
    if (robots.kind === 'none') {
      return {
        status: 'pass',
        summary: 'The site has no robots.txt, so crawlers may fetch every page.',
      };
    }
    if (robots.kind === 'unknown') {
      return { status: 'error', summary: 'robots.txt could not be fetched.', value: robots.reason };
    }
    if (robots.kind === 'found') return evaluate(robots, response);
    if (robots.status === tooManyRequests) {
      return {
        status: 'error',
        summary:
          'robots.txt could not be read: the server responded with status 429 (too many requests).',
      };
    }
    return {
      status: 'fail',
      summary: `robots.txt responds with status ${robots.status}, so Google does not crawl the site.`,
      evidence: [urlEvidence(new URL('/robots.txt', response.finalUrl).href)],
      advice:
        'Fix the error of the server, so that /robots.txt responds with status 200 and the file, or with status 404 if the site has none.',
    };
  },
};

function evaluate(
  robots: Extract<RobotsTxt, { kind: 'found' }>,
  { finalUrl }: AuditFacts['response'],
): Outcome {
  const search = blockedCrawlers(robots, [decisive, ...otherSearch], finalUrl);
  if (search === null) return { status: 'error', summary: tooManyRules };
  const blocked = search.map(({ agent }) => agent);
  const value = { search: blocked };
  if (search.length === 0) {
    const summary = 'No rule in robots.txt blocks this page for search engines.';
    return { status: 'pass', summary, value };
  }
  const evidence = blockingLines(search);
  const names = namesOf(search);
  if (blocked.includes(decisive)) {
    return { status: 'fail', summary: `robots.txt blocks the page for ${names}.`, value, evidence };
  }
  return {
    status: 'warn',
    summary: `robots.txt lets Google crawl the page, but not ${names}.`,
    value,
    evidence,
    ...(!blocked.includes('bingbot') && { points: pointsWithBing }),
  };
}

/** The crawlers as the end of a sentence. */
function namesOf(blocked: readonly BlockedCrawler[]): string {
  return namesText(
    blocked.map(({ agent }) => (agent === '*' ? 'crawlers it does not name' : agent)),
  );
}
