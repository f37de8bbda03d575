import type { Check, Outcome } from '../check.ts';
import { shortList } from '../short-list.ts';
import { securityPolicies } from './content-security-policy.ts';
import { headerLines } from './response-headers.ts';

const names = [
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
] as const;

/** What the page sends to be kept apart from others in the browser. Few pages need it: it is only told. */
export const crossOriginIsolation: Check = {
  id: 'cross-origin-isolation',
  category: 'security',
  importance: 'info',
  title: 'The page keeps itself apart from other sites',
  advice:
    'Cross-Origin-Opener-Policy: same-origin-allow-popups is safe for most pages; try the others before you send them.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy',
  run: (facts): Outcome => {
    const sent = names.flatMap((name) =>
      headerLines(facts, name).map((line) => `${name}: ${line}`),
    );
    const hasTrustedTypes = securityPolicies(facts).some(({ directives }) =>
      directives.has('require-trusted-types-for'),
    );
    const value = { headers: shortList(sent), trustedTypes: hasTrustedTypes };
    if (sent.length === 0 && !hasTrustedTypes) {
      return { status: 'na', summary: 'The page sends no headers of this kind.', value };
    }
    const summary = 'The page keeps itself apart from other sites in the browser.';
    return { status: 'pass', summary, value };
  },
};
