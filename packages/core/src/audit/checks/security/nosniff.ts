import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { headerItems } from './response-headers.ts';

/** Browsers take files for what the server calls them, and for nothing else. */
export const nosniff: Check = {
  id: 'nosniff',
  category: 'security',
  importance: 'low',
  title: 'Browsers do not guess types of files',
  advice: 'Send X-Content-Type-Options: nosniff with every answer.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
  run: (facts): Outcome => {
    // The first value counts, however often it is sent (https://fetch.spec.whatwg.org/#determine-nosniff).
    const [first] = headerItems(facts, 'x-content-type-options');
    if (first === undefined) {
      return { status: 'fail', summary: 'The page is sent without X-Content-Type-Options.' };
    }
    if (first.toLowerCase() === 'nosniff') {
      return { status: 'pass', summary: 'X-Content-Type-Options is nosniff.' };
    }
    return {
      status: 'fail',
      summary: 'X-Content-Type-Options says something that browsers do not know.',
      evidence: [headerEvidence('X-Content-Type-Options', first)],
    };
  },
};
