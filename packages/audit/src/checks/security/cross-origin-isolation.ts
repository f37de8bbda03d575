import type { Outcome } from '../../outcome.ts';
import { securityPolicies } from '../../readings/content-security-policy.ts';
import { shortList } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

const names = [
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
] as const;

/**
 * The headers that isolate the page from other sites in the browser. Few pages need them: no weight.
 *
 * @remarks Nothing requires them, so that the check never fails.
 */
export const crossOriginIsolation: Check = {
  id: 'cross-origin-isolation',
  category: 'security',
  importance: 'info',
  isAboutServer: true,
  title: 'The page is isolated from other sites',
  advice:
    'Send Cross-Origin-Opener-Policy: same-origin-allow-popups, which is safe for most pages. Test the other isolation headers before you send them.',
  why: 'A site that opens this page in a window stays connected to it, which attackers may use against visitors.',
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
      return {
        status: 'na',
        summary: 'The response has no cross-origin isolation headers.',
        value,
      };
    }
    const found = [
      ...names.filter((name) => headerLines(facts, name).length > 0),
      ...(hasTrustedTypes ? ['Trusted Types'] : []),
    ];
    const summary = `The page uses ${found.join(', ')}.`;
    return { status: 'pass', summary, value };
  },
};
