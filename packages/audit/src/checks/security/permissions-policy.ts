import type { Outcome } from '../../outcome.ts';
import { headerEvidence, shortList } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/**
 * The page states which features of the device it and its frames may use.
 *
 * @remarks Nothing requires the header, so that only one in an outdated syntax is a finding.
 */
export const permissionsPolicy: Check = {
  id: 'permissions-policy',
  category: 'security',
  importance: 'info',
  isAboutServer: true,
  title: 'A Permissions-Policy limits browser features',
  advice:
    'Send a Permissions-Policy that disables the features the page does not need: Permissions-Policy: camera=(), microphone=(), geolocation=().',
  why: 'This header can keep scripts and embedded pages from using features such as the camera, microphone or location.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy',
  run: (facts): Outcome => {
    const lines = headerLines(facts, 'permissions-policy');
    const value = shortList(lines);
    if (lines.length === 0) {
      return { status: 'na', summary: 'The response has no Permissions-Policy header.', value };
    }
    // The syntax of its predecessor, Feature-Policy.
    const old = lines.filter((line) => /'(?:none|self|src)'/.test(line));
    if (old.length > 0) {
      return {
        status: 'warn',
        summary:
          'The Permissions-Policy uses the syntax of the older Feature-Policy, so browsers ignore it.',
        value,
        evidence: old.map((line) => headerEvidence('Permissions-Policy', line)),
      };
    }
    return { status: 'pass', summary: 'The response has a Permissions-Policy header.', value };
  },
};
