import type { Outcome } from '../../outcome.ts';
import { requestFailed } from '../../probes/probe-verdicts.ts';
import { urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** If the site has an llms.txt, it has the heading that its format requires. Links and other text are optional. */
export const llmsTxt: Check = {
  id: 'llms-txt',
  category: 'seo',
  importance: 'info',
  title: 'llms.txt has the expected format',
  advice:
    'Write /llms.txt in Markdown: a heading with the name of the site (# Example), a few sentences about it, and lists of links ([Docs](https://example.com/docs)). Only the heading is required, and the file itself is optional.',
  why: 'AI tools that look for this file may be unable to read the overview that you offer them.',
  source: 'https://llmstxt.org/',
  about: 'site',
  isAtRoot: true,
  run: ({ probes: { llmsTxt: probe } }): Outcome => {
    if (probe.kind !== 'response') return requestFailed('llms.txt', probe);
    const { status, contentType, length, hasHeading, hasLink, url } = probe;
    const evidence = [urlEvidence(url)];
    if (status >= 500 && status < 520 && status !== 503) {
      return { status: 'fail', summary: `llms.txt responds with status ${status}.`, evidence };
    }
    if (status >= 500 || status === 429) {
      return { status: 'error', summary: `llms.txt responded with status ${status}.` };
    }
    // Many sites send a page for any URL.
    const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
    if (status < 200 || status >= 300 || isPage) {
      return { status: 'na', summary: 'The site has no llms.txt.' };
    }
    const value = { length, hasHeading, hasLink };
    if (hasHeading) {
      const summary = `llms.txt has a heading${hasLink ? ' and links' : ''}.`;
      return { status: 'pass', summary, value };
    }
    return { status: 'fail', summary: 'llms.txt has no heading (# …).', value, evidence };
  },
};
