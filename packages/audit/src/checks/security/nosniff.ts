import type { Outcome } from '../../outcome.ts';
import { headerEvidence } from '../../readings/evidence.ts';
import { headerItems } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Browsers use only the file type that the server states. */
export const nosniff: Check = {
  id: 'nosniff',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'Browsers use the file types that the server states',
  advice: 'Send X-Content-Type-Options: nosniff with every response.',
  why: 'A browser that guesses may run an uploaded file as a program, with access to what visitors do on the site.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
  run: (facts): Outcome => {
    // The first value counts, however often it is sent (https://fetch.spec.whatwg.org/#determine-nosniff).
    const [first] = headerItems(facts, 'x-content-type-options');
    if (first === undefined) {
      return { status: 'fail', summary: 'The response has no X-Content-Type-Options header.' };
    }
    if (first.toLowerCase() === 'nosniff') {
      return { status: 'pass', summary: 'X-Content-Type-Options is nosniff.' };
    }
    return {
      status: 'fail',
      summary: 'X-Content-Type-Options has a value that browsers do not know.',
      evidence: [headerEvidence('X-Content-Type-Options', first)],
    };
  },
};
