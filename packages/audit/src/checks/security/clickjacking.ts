import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import { securityPolicies } from '../../readings/content-security-policy.ts';
import { headerEvidence, shortList } from '../../readings/evidence.ts';
import { headerItems } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Sources of `frame-ancestors` that allow every site. */
const anySite: ReadonlySet<string> = new Set(['*', 'http:', 'https:']);

/** Values of X-Frame-Options that browsers know (https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header). */
const known: ReadonlySet<string> = new Set(['deny', 'sameorigin', 'allowall']);

/** Other sites cannot embed the page in a frame to capture clicks of their visitors. */
export const clickjacking: Check = {
  id: 'clickjacking',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'The page decides which sites may show it in a frame',
  advice:
    "Send Content-Security-Policy: frame-ancestors 'self' (or the sites that may embed the page), or the older X-Frame-Options: SAMEORIGIN.",
  why: 'Another site can show the page invisibly, and trick visitors into clicking something here by mistake.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/Clickjacking',
  run: (facts): Outcome => {
    const framing = securityPolicies(facts).flatMap(({ directives, evidence }) => {
      const sources = directives.get('frame-ancestors');
      return sources === undefined ? [] : [{ sources, evidence }];
    });
    // With frame-ancestors, browsers ignore X-Frame-Options.
    if (framing.length === 0) return byFrameOptions(facts);
    const value = { by: 'frame-ancestors', sources: shortList(framing[0]?.sources ?? []) };
    if (framing.some(({ sources }) => !sources.some((source) => anySite.has(source)))) {
      return {
        status: 'pass',
        summary: 'frame-ancestors limits which sites may embed the page.',
        value,
      };
    }
    return {
      status: 'warn',
      summary: 'frame-ancestors allows every site to embed the page.',
      value,
      evidence: framing.map(({ evidence }) => evidence),
    };
  },
};

function byFrameOptions(facts: AuditFacts): Outcome {
  const options = headerItems(facts, 'x-frame-options').map((option) => option.toLowerCase());
  const value = { by: 'x-frame-options', sources: shortList(options) };
  const different = new Set(options);
  // With contradicting values, browsers refuse to embed the page if they know one of them.
  const contradicts = different.size > 1 && [...different].some((option) => known.has(option));
  if (contradicts || different.has('deny') || different.has('sameorigin')) {
    return {
      status: 'pass',
      summary: 'X-Frame-Options limits which sites may embed the page.',
      value,
    };
  }
  if (options.length === 0) {
    return {
      status: 'warn',
      summary:
        'The page sends neither frame-ancestors nor X-Frame-Options, so every site may embed it.',
      value,
    };
  }
  return {
    status: 'warn',
    summary: 'The X-Frame-Options header is not valid, so every site may embed the page.',
    value,
    evidence: [headerEvidence('X-Frame-Options', options.join(', '))],
  };
}
