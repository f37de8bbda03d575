import type { Check } from '../../check.ts';
import { headerEvidence } from '../../evidence.ts';
import { blocksIndexing, directiveText, parseRobotsHeader } from './robots-directives.ts';

/**
 * The X-Robots-Tag header. It may repeat, and a crawler's name, in any case, scopes the directives
 * that follow it.
 */
export const indexableHeader: Check = {
  id: 'indexable-header',
  category: 'seo',
  importance: 'high',
  title: 'No X-Robots-Tag header keeps the page out of search',
  advice:
    'Remove noindex (or none, or the past unavailable_after date) from the X-Robots-Tag header, if the page is meant to be found. It is set in the web server, a plugin or the CDN.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag',
  gate: {
    cap: 49,
    closesOn: 'fail',
    reason: 'An X-Robots-Tag header tells search engines not to index the page.',
    indexability: true,
  },
  run: ({ response, now }) => {
    const lines = (response.headers.get('x-robots-tag') ?? []).map((line) => ({
      line,
      directives: parseRobotsHeader(line),
    }));
    const value = lines.flatMap(({ directives }) =>
      directives.map((directive) => `${directive.agent ?? '*'}: ${directiveText(directive)}`),
    );
    const blocking = lines.flatMap(({ line, directives }) =>
      directives
        .filter((directive) => blocksIndexing(directive, now))
        .map(({ agent }) => ({ line, agent })),
    );
    const evidence = [...new Set(blocking.map(({ line }) => line))].map((line) =>
      headerEvidence('X-Robots-Tag', line),
    );
    if (blocking.some(({ agent }) => agent === null || agent === 'googlebot')) {
      return {
        status: 'fail',
        summary: 'An X-Robots-Tag header tells search engines not to index the page.',
        value,
        evidence,
      };
    }
    if (blocking.length > 0) {
      const names = [...new Set(blocking.map(({ agent }) => agent))].join(', ');
      return {
        status: 'warn',
        summary: `An X-Robots-Tag header keeps the page out of some search engines: ${names}.`,
        value,
        evidence,
      };
    }
    return { status: 'pass', summary: 'No X-Robots-Tag header forbids indexing.', value };
  },
};
