import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence, Outcome } from '../../outcome.ts';
import { headerEvidence, tagEvidence } from '../../readings/evidence.ts';
import { headerItems } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** All policies (https://www.w3.org/TR/referrer-policy/#referrer-policies). */
const policies: ReadonlySet<string> = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
]);

/** Values of older drafts that a meta tag may use (https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer). */
const oldValues: ReadonlyMap<string, string> = new Map([
  ['never', 'no-referrer'],
  ['default', 'strict-origin-when-cross-origin'],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
]);

/** The data that unsafe policies send, as rated by MDN's Observatory. */
const leaks: ReadonlyMap<string, string> = new Map([
  ['unsafe-url', 'the full URL of the page, even over unencrypted connections'],
  ['no-referrer-when-downgrade', 'the full URL of the page'],
  ['origin', 'the name of the site over unencrypted connections'],
  ['origin-when-cross-origin', 'the name of the site over unencrypted connections'],
]);

/** Links from the page send other sites no more than the name of this site. */
export const referrerPolicy: Check = {
  id: 'referrer-policy',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'Other sites receive at most the domain of the page',
  advice:
    'Send Referrer-Policy: strict-origin-when-cross-origin, which is also the default of browsers.',
  why: 'Other sites learn the full address of the page, which may contain a search, a name or a private link.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy',
  run: (facts): Outcome => {
    const declared = [...headerPolicies(facts), ...metaPolicies(facts)];
    const last = declared.findLast(({ policy }) => policies.has(policy));
    if (last === undefined) {
      const [unknown] = declared;
      if (unknown === undefined) {
        return {
          status: 'na',
          summary: 'The page sets no referrer policy, so the safe browser default applies.',
        };
      }
      return {
        status: 'warn',
        summary: 'The referrer policy is not one that browsers know.',
        evidence: [unknown.evidence],
      };
    }
    const value = last.policy;
    const leak = leaks.get(value);
    if (leak === undefined) {
      return { status: 'pass', summary: `The referrer policy is ${value}.`, value };
    }
    return {
      status: value === 'unsafe-url' ? 'fail' : 'warn',
      summary: `The referrer policy ${value} sends other sites ${leak}.`,
      value,
      evidence: [last.evidence],
    };
  },
};

interface DeclaredPolicy {
  readonly policy: string;
  readonly evidence: Evidence;
}

function headerPolicies(facts: AuditFacts): readonly DeclaredPolicy[] {
  return headerItems(facts, 'referrer-policy').map((item) => ({
    policy: item.toLowerCase(),
    evidence: headerEvidence('Referrer-Policy', item),
  }));
}

/** Each meta tag is one policy; the last known one replaces the others. */
function metaPolicies({ page }: AuditFacts): readonly DeclaredPolicy[] {
  return page.metas
    .filter(({ name, content }) => name?.toLowerCase() === 'referrer' && content?.trim())
    .map((meta) => {
      const word = meta.content?.toLowerCase() ?? '';
      return { policy: oldValues.get(word) ?? word, evidence: tagEvidence(meta) };
    });
}
