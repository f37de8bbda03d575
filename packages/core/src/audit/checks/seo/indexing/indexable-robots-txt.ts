import { isAllowed } from '../../../fetch/robots-rules.ts';
import type { RobotsTxt } from '../../../fetch/robots-txt.ts';
import type { AuditFacts, Check, Outcome } from '../../check.ts';
import { robotsEvidence, urlEvidence } from '../../evidence.ts';

/** `*` stands for every crawler that robots.txt does not name. */
const decisive = ['Googlebot', '*'] as const;

/** Other search engines and archives: the ones that Lighthouse asks for, besides Google. */
const otherSearch = ['bingbot', 'DuckDuckBot', 'archive.org_bot'] as const;

/** Crawlers of AI services. Keeping them out is a choice, not a fault. */
const ai = ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended', 'CCBot'] as const;

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
  run: ({ robots, response }) => {
    if (robots.kind === 'none') {
      return { status: 'pass', summary: 'The site has no robots.txt: everything may be fetched.' };
    }
    if (robots.kind === 'unknown') {
      return { status: 'error', summary: 'robots.txt could not be fetched.', value: robots.reason };
    }
    if (robots.kind === 'server_error') {
      return {
        status: 'fail',
        summary: `robots.txt answers with status ${robots.status}: Google then fetches nothing of the site.`,
        value: robots.status,
        evidence: [urlEvidence(new URL('/robots.txt', response.finalUrl).href)],
      };
    }
    return judge(robots, response);
  },
};

function judge(
  { rules }: Extract<RobotsTxt, { kind: 'found' }>,
  { finalUrl }: AuditFacts['response'],
): Outcome {
  const blocked = (agents: readonly string[]) =>
    agents.flatMap((agent) => {
      const verdict = isAllowed(rules, agent, finalUrl);
      return verdict.allowed ? [] : [{ agent, ...verdict }];
    });
  const [keyBots, searchBots, aiBots] = [blocked(decisive), blocked(otherSearch), blocked(ai)];
  const all = [...keyBots, ...searchBots, ...aiBots];
  const value = all.map(({ agent }) => agent);
  const evidence = [
    ...new Map(
      all.flatMap(({ line, text }) =>
        line === null ? [] : [[line, robotsEvidence(text ?? '', line)] as const],
      ),
    ).values(),
  ];
  if (keyBots.length > 0) {
    const names = keyBots.map(({ agent }) => (agent === '*' ? 'all crawlers' : agent)).join(', ');
    return { status: 'fail', summary: `robots.txt blocks the page for ${names}.`, value, evidence };
  }
  if (searchBots.length > 0) {
    const names = searchBots.map(({ agent }) => agent).join(', ');
    return { status: 'warn', summary: `robots.txt blocks the page for ${names}.`, value, evidence };
  }
  return { status: 'pass', summary: 'robots.txt lets search engines fetch the page.', value };
}
