import { isAllowed } from '../../../fetch/robots-rules.ts';
import type { RobotsTxt } from '../../../fetch/robots-txt.ts';
import type { AuditFacts, Check, Evidence, Outcome } from '../../check.ts';
import { robotsEvidence, urlEvidence } from '../../evidence.ts';
import { tooManyRequests } from './robots-txt-fetch.ts';

/** `*` stands for every crawler that robots.txt does not name. */
const decisive = ['Googlebot', '*'] as const;

/** Other search engines: those that Lighthouse asks for, besides Google. */
const otherSearch = ['bingbot', 'DuckDuckBot'] as const;

/** Crawlers of archives and AI services. Keeping them out is a choice, not a fault. */
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
  title: 'robots.txt lets search engines fetch the page',
  advice:
    'Change the quoted line of robots.txt, or add an Allow rule for this path, if the page is meant to be found.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
  gate: {
    cap: 49,
    closesOn: 'fail',
    reason: 'robots.txt keeps search engines from fetching the page.',
    indexability: true,
  },
  run: ({ robots, response }): Outcome => {
    if (robots.kind === 'none') {
      return { status: 'pass', summary: 'The site has no robots.txt: everything may be fetched.' };
    }
    if (robots.kind === 'unknown') {
      return { status: 'error', summary: 'robots.txt could not be fetched.', value: robots.reason };
    }
    if (robots.kind === 'found') return judge(robots, response);
    if (robots.status === tooManyRequests) {
      return { status: 'error', summary: 'robots.txt was refused to us for now (status 429).' };
    }
    return {
      status: 'fail',
      summary: `robots.txt answers with status ${robots.status}: Google then fetches nothing of the site.`,
      evidence: [urlEvidence(new URL('/robots.txt', response.finalUrl).href)],
    };
  },
};

interface Blocked {
  readonly agent: string;
  readonly line: number | null;
  readonly text: string | null;
}

function judge(
  { rules }: Extract<RobotsTxt, { kind: 'found' }>,
  { finalUrl }: AuditFacts['response'],
): Outcome {
  const blocked = (agents: readonly string[]): readonly Blocked[] =>
    agents.flatMap((agent) => {
      const { allowed, line, text } = isAllowed(rules, agent, finalUrl);
      return allowed ? [] : [{ agent, line, text }];
    });
  const [keyBots, searchBots, others] = [
    blocked(decisive),
    blocked(otherSearch),
    blocked(byChoice),
  ];
  const value = { search: agentsOf([...keyBots, ...searchBots]), others: agentsOf(others) };
  const worst = keyBots.length > 0 ? keyBots : searchBots;
  if (worst.length === 0) {
    const summary = 'robots.txt lets search engines fetch the page.';
    return { status: 'pass', summary, value, evidence: linesOf(others) };
  }
  const names = worst.map(({ agent }) =>
    agent === '*' ? 'every crawler it does not name' : agent,
  );
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

/** The lines that decided, each once. */
function linesOf(blocked: readonly Blocked[]): readonly Evidence[] {
  const lines = new Map<number, Evidence>();
  for (const { line, text } of blocked) {
    if (line !== null && !lines.has(line)) lines.set(line, robotsEvidence(text ?? '', line));
  }
  return [...lines.values()];
}
