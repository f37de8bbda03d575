import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { shortList } from '../short-list.ts';
import { headerLines } from './response-headers.ts';

/** The page says what it and its frames may use of the visitor's device. To say nothing is no fault. */
export const permissionsPolicy: Check = {
  id: 'permissions-policy',
  category: 'security',
  importance: 'info',
  title: 'A Permissions-Policy limits what the page may use',
  advice:
    'Send a Permissions-Policy that leaves out what the page does not need: Permissions-Policy: camera=(), microphone=(), geolocation=().',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy',
  run: (facts): Outcome => {
    const lines = headerLines(facts, 'permissions-policy');
    const value = shortList(lines);
    if (lines.length === 0) {
      return { status: 'na', summary: 'The page is sent without a Permissions-Policy.', value };
    }
    // The header's predecessor, Feature-Policy, was written like that.
    const old = lines.filter((line) => /'(?:none|self|src)'/.test(line));
    if (old.length > 0) {
      return {
        status: 'warn',
        summary:
          'The Permissions-Policy is written like the older Feature-Policy: browsers ignore it.',
        value,
        evidence: old.map((line) => headerEvidence('Permissions-Policy', line)),
      };
    }
    return { status: 'pass', summary: 'A Permissions-Policy says what the page may use.', value };
  },
};
