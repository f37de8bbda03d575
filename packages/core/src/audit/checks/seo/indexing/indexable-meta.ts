import type { MetaFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { blocksIndexing, directiveText, parseRobotsDirectives } from './robots-directives.ts';

/** Names whose directives decide whether Google shows the page in its web search. */
const decisive: ReadonlySet<string> = new Set(['robots', 'googlebot']);

/** Other crawlers that read a robots meta tag of their own. */
const others: ReadonlySet<string> = new Set([
  'googlebot-news',
  'bingbot',
  'msnbot',
  'duckduckbot',
  'slurp',
  'yandex',
  'baiduspider',
  'applebot',
]);

/**
 * Robots meta tags in the head. Several tags are combined and the most restrictive wins, as Google
 * documents it.
 */
export const indexableMeta: Check = {
  id: 'indexable-meta',
  category: 'seo',
  importance: 'high',
  title: 'No robots meta tag keeps the page out of search',
  advice:
    'Remove noindex (or none, or the past unavailable_after date) from the robots meta tag, if the page is meant to be found.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  gate: {
    cap: 49,
    closesOn: 'fail',
    reason: 'A robots meta tag tells search engines not to index the page.',
    indexability: true,
  },
  run: ({ page, now }) => {
    const tags = page.metas.filter(({ inHead }) => inHead).map(readTag);
    const robots = tags.filter(({ agent }) => decisive.has(agent) || others.has(agent));
    const value = robots.flatMap(({ agent, directives }) =>
      directives.map((directive) => `${agent}: ${directiveText(directive)}`),
    );
    const blocking = robots.filter(({ directives }) =>
      directives.some((directive) => blocksIndexing(directive, now)),
    );
    const evidence = blocking.map(({ meta }) => tagEvidence(meta));
    if (blocking.some(({ agent }) => decisive.has(agent))) {
      return {
        status: 'fail',
        summary: 'A robots meta tag tells search engines not to index the page.',
        value,
        evidence,
      };
    }
    if (blocking.length > 0) {
      const names = blocking.map(({ agent }) => agent).join(', ');
      return {
        status: 'warn',
        summary: `A meta tag keeps the page out of some search engines: ${names}.`,
        value,
        evidence,
      };
    }
    return { status: 'pass', summary: 'No robots meta tag forbids indexing.', value };
  },
};

function readTag(meta: MetaFact) {
  return {
    meta,
    agent: meta.name?.trim().toLowerCase() ?? '',
    directives: parseRobotsDirectives(meta.content ?? ''),
  };
}
