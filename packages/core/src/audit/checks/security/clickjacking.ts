import type { AuditFacts, Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { shortList } from '../short-list.ts';
import { securityPolicies } from './content-security-policy.ts';
import { headerItems } from './response-headers.ts';

/** Sources of `frame-ancestors` that let everybody in. */
const everybody: ReadonlySet<string> = new Set(['*', 'http:', 'https:']);

/** Values of X-Frame-Options that browsers know (https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header). */
const known: ReadonlySet<string> = new Set(['deny', 'sameorigin', 'allowall']);

/** Other sites cannot show the page in a frame and have their visitors click in it unknowingly. */
export const clickjacking: Check = {
  id: 'clickjacking',
  category: 'security',
  importance: 'low',
  title: 'Other sites cannot show the page in a frame',
  advice:
    "Send Content-Security-Policy: frame-ancestors 'self' (or the sites that may show it), or the older X-Frame-Options: SAMEORIGIN.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/Clickjacking',
  run: (facts): Outcome => {
    const framing = securityPolicies(facts).flatMap(({ directives, evidence }) => {
      const sources = directives.get('frame-ancestors');
      return sources === undefined ? [] : [{ sources, evidence }];
    });
    // Browsers that know frame-ancestors do not look at the older header then.
    if (framing.length === 0) return byFrameOptions(facts);
    const value = { by: 'frame-ancestors', sources: shortList(framing[0]?.sources ?? []) };
    if (framing.some(({ sources }) => !sources.some((source) => everybody.has(source)))) {
      return { status: 'pass', summary: 'frame-ancestors says who may frame the page.', value };
    }
    return {
      status: 'warn',
      summary: 'frame-ancestors lets every site show the page in a frame.',
      value,
      evidence: framing.map(({ evidence }) => evidence),
    };
  },
};

function byFrameOptions(facts: AuditFacts): Outcome {
  const options = headerItems(facts, 'x-frame-options').map((option) => option.toLowerCase());
  const value = { by: 'x-frame-options', sources: shortList(options) };
  const different = new Set(options);
  // Browsers refuse to frame a page that says different things, if they understand one of them.
  const contradicts = different.size > 1 && [...different].some((option) => known.has(option));
  if (contradicts || different.has('deny') || different.has('sameorigin')) {
    return { status: 'pass', summary: 'X-Frame-Options says who may frame the page.', value };
  }
  if (options.length === 0) {
    return { status: 'warn', summary: 'Every site may show the page in a frame.', value };
  }
  return {
    status: 'warn',
    summary: 'Browsers ignore the X-Frame-Options of the page: every site may show it in a frame.',
    value,
    evidence: [headerEvidence('X-Frame-Options', options.join(', '))],
  };
}
