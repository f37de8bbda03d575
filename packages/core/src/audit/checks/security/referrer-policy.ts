import type { AuditFacts, Check, Evidence, Outcome } from '../check.ts';
import { headerEvidence, tagEvidence } from '../evidence.ts';
import { headerItems } from './response-headers.ts';

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

/** Words of older drafts that a meta tag may use (https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer). */
const oldWords: ReadonlyMap<string, string> = new Map([
  ['never', 'no-referrer'],
  ['default', 'strict-origin-when-cross-origin'],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
]);

/** What a policy tells others, where MDN's Observatory counts it as unsafe. */
const tells: ReadonlyMap<string, string> = new Map([
  ['unsafe-url', 'the whole address of the page, over unencrypted connections, too'],
  ['no-referrer-when-downgrade', 'the whole address of the page'],
  ['origin', 'the name of the site over unencrypted connections'],
  ['origin-when-cross-origin', 'the name of the site over unencrypted connections'],
]);

/** Links from the page do not tell other sites more than where the reader came from. */
export const referrerPolicy: Check = {
  id: 'referrer-policy',
  category: 'security',
  importance: 'low',
  title: 'Other sites do not learn addresses of pages',
  advice:
    'Send Referrer-Policy: strict-origin-when-cross-origin, which browsers also take where nothing is said.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy',
  run: (facts): Outcome => {
    const said = [...headerPolicies(facts), ...metaPolicies(facts)];
    const last = said.findLast(({ policy }) => policies.has(policy));
    if (last === undefined) {
      const [unknown] = said;
      if (unknown === undefined) {
        return {
          status: 'na',
          summary: 'The page sets no referrer policy; that of browsers is a good one.',
        };
      }
      return {
        status: 'warn',
        summary: 'The referrer policy is none that browsers know.',
        evidence: [unknown.evidence],
      };
    }
    const value = last.policy;
    const told = tells.get(value);
    if (told === undefined) {
      return { status: 'pass', summary: `The referrer policy is ${value}.`, value };
    }
    return {
      status: value === 'unsafe-url' ? 'fail' : 'warn',
      summary: `The referrer policy ${value} tells other sites ${told}.`,
      value,
      evidence: [last.evidence],
    };
  },
};

interface Said {
  readonly policy: string;
  readonly evidence: Evidence;
}

function headerPolicies(facts: AuditFacts): readonly Said[] {
  return headerItems(facts, 'referrer-policy').map((item) => ({
    policy: item.toLowerCase(),
    evidence: headerEvidence('Referrer-Policy', item),
  }));
}

/** Of metas each is one policy, and the last one that is known replaces what was said before. */
function metaPolicies({ page }: AuditFacts): readonly Said[] {
  return page.metas
    .filter(({ name, content }) => name?.toLowerCase() === 'referrer' && content?.trim())
    .map((meta) => {
      const word = meta.content?.toLowerCase() ?? '';
      return { policy: oldWords.get(word) ?? word, evidence: tagEvidence(meta) };
    });
}
