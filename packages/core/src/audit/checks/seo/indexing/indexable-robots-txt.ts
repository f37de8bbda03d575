import type { AuditFacts } from '../../../audit-facts.ts';
import { isAllowed } from '../../../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../../../fetch/robots/robots-txt.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { robotsEvidence, urlEvidence } from '../../../readings/evidence.ts';
import { tooManyRequests } from '../../../readings/response-status.ts';
import type { Check } from '../../check.ts';

/** `*` is every crawler that robots.txt does not name. */
const decisive = ['Googlebot', '*'] as const;

/** The other search engines that Lighthouse checks. */
const otherSearch = ['bingbot', 'DuckDuckBot'] as const;

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
  title: 'robots.txt allows search engines to crawl the page',
  advice:
    'Change or remove the quoted line of robots.txt, or add an Allow rule for this path, if the page should appear in search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'robots.txt blocks search engines from crawling the page.',
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
    };
  },
};

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
      const { allowed, line, text, complete } = isAllowed(rules, agent, finalUrl);
      isComplete &&= complete;
      return allowed ? [] : [{ agent, line, text }];
    });
  const [keyBots, searchBots, others] = [
    blocked(decisive),
    blocked(otherSearch),
    blocked(byChoice),
  ];
  const value = { search: agentsOf([...keyBots, ...searchBots]), others: agentsOf(others) };
  if (!isComplete) {
    return {
      status: 'error',
      summary: 'robots.txt has too many rules with wildcards to compare all of them.',
    };
  }
  const worst = keyBots.length > 0 ? keyBots : searchBots;
  if (worst.length === 0) {
    const summary = 'No rule in robots.txt blocks this page for search engines.';
    return { status: 'pass', summary, value, evidence: linesOf(others) };
  }
  const names = worst.map(({ agent }) => (agent === '*' ? 'all crawlers it does not name' : agent));
  return {
    status: keyBots.length > 0 ? 'fail' : 'warn',
    summary: `robots.txt blocks the page for ${names.join(' and ')}.`,
    value,
    evidence: linesOf([...keyBots, ...searchBots, ...others]),
  };
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
