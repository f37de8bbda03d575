import type { Check, Outcome } from '../check.ts';
import { urlEvidence } from '../evidence.ts';
import { notAnswered } from './answers.ts';

/** Characters: Lighthouse takes a shorter one for a mistake. */
const leastCharacters = 50;

/** Where a site has an llms.txt, it is one. */
export const llmsTxt: Check = {
  id: 'llms-txt',
  category: 'seo',
  importance: 'info',
  title: 'The llms.txt has its form',
  advice:
    'Write /llms.txt in Markdown: a heading with the name of the site (# Example), a few sentences about it, and lists of links ([Docs](https://example.com/docs)). A site needs none.',
  source: 'https://llmstxt.org/',
  run: ({ probes: { llmsTxt: probe } }): Outcome => {
    if (probe.kind !== 'answered') return notAnswered('The llms.txt', probe);
    const { status, contentType, length, hasHeading, hasLink, url } = probe;
    const evidence = [urlEvidence(url)];
    if (status >= 500 && status < 520 && status !== 503) {
      return { status: 'fail', summary: `The llms.txt has status ${status}.`, evidence };
    }
    if (status >= 500 || status === 429) {
      return { status: 'error', summary: `The llms.txt answered us with status ${status}.` };
    }
    // Many sites answer with a page whatever is asked for.
    const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
    if (status < 200 || status >= 300 || isPage) {
      return { status: 'na', summary: 'The site has no llms.txt.' };
    }
    const missing = [
      ...(hasHeading ? [] : ['a heading (# …)']),
      ...(hasLink ? [] : ['a link ([…](…))']),
      ...(length >= leastCharacters ? [] : [`${leastCharacters} characters`]),
    ];
    const value = { length, hasHeading, hasLink };
    if (missing.length === 0) {
      return { status: 'pass', summary: 'The llms.txt has a heading and links.', value };
    }
    const summary = `The llms.txt lacks ${missing.join(' and ')}.`;
    return { status: 'fail', summary, value, evidence };
  },
};
