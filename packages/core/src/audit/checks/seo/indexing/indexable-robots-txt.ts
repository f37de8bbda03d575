import type { AuditFacts } from '../../../audit-facts.ts';
import { isAllowed, type RobotsRules } from '../../../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../../../fetch/robots/robots-txt.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { namesText, robotsEvidence, urlEvidence } from '../../../readings/evidence.ts';
import { tooManyRequests } from '../../../readings/response-status.ts';
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

/** Crawlers of archives and AI services. Blocking them is a choice, not an error. */
const byChoice = [
  'archive.org_bot',
  'GPTBot',
  'ClaudeBot',
  'PerplexityBot',
  'Google-Extended',
  'CCBot',
] as const;

/** Whether robots.txt lets search engines fetch the page. */
export const indexableRobotsTxt: Check = {
  id: 'indexable-robots-txt',
  category: 'seo',
  importance: 'high',
  family: 'indexing',
  title: 'robots.txt allows search engines to crawl the page',
  advice:
    'Change or remove the quoted line of robots.txt, or add an Allow rule for this path, if the page should appear in these search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
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

/** Applebot follows the rules for Googlebot where it has none (https://support.apple.com/en-us/119829). */
function groupOf(agent: string, { groups }: RobotsRules): string {
  return agent === 'Applebot' && !groups.has('applebot') ? decisive : agent;
}

interface Blocked {
  readonly agent: string;
  readonly line: number | null;
  readonly text: string | null;
}

function evaluate(
  { rules }: Extract<RobotsTxt, { kind: 'found' }>,
  { finalUrl }: AuditFacts['response'],
): Outcome {
  let isComplete = true;
  const blocked = (agents: readonly string[]): readonly Blocked[] =>
    agents.flatMap((agent) => {
      const { allowed, line, text, complete } = isAllowed(rules, groupOf(agent, rules), finalUrl);
      isComplete &&= complete;
      return allowed ? [] : [{ agent, line, text }];
    });
  const search = blocked([decisive, ...otherSearch]);
  const others = blocked(byChoice);
  const value = { search: agentsOf(search), others: agentsOf(others) };
  if (!isComplete) {
    return {
      status: 'error',
      summary: 'robots.txt has too many rules with wildcards to compare all of them.',
    };
  }
  if (search.length === 0) {
    const summary = 'No rule in robots.txt blocks this page for search engines.';
    return { status: 'pass', summary, value, evidence: linesOf(others) };
  }
  const evidence = linesOf([...search, ...others]);
  const names = namesOf(search);
  if (value.search.includes(decisive)) {
    return { status: 'fail', summary: `robots.txt blocks the page for ${names}.`, value, evidence };
  }
  return {
    status: 'warn',
    summary: `robots.txt lets Google crawl the page, but not ${names}.`,
    value,
    evidence,
    ...(!value.search.includes('bingbot') && { points: pointsWithBing }),
  };
}

/** The crawlers as the end of a sentence. */
function namesOf(blocked: readonly Blocked[]): string {
  return namesText(
    blocked.map(({ agent }) => (agent === '*' ? 'crawlers it does not name' : agent)),
  );
}

function agentsOf(blocked: readonly Blocked[]): readonly string[] {
  return blocked.map(({ agent }) => agent);
}

/** The lines that decided, without duplicates. */
function linesOf(blocked: readonly Blocked[]): readonly Evidence[] {
  const lines = new Map<number, Evidence>();
  for (const { line, text } of blocked) {
    if (line !== null && !lines.has(line)) lines.set(line, robotsEvidence(text ?? '', line));
  }
  return [...lines.values()];
}
