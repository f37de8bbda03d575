import { tagsEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** The number of element names in the value at most. */
const maxListed = 25;

/** The page uses no elements that HTML has removed. */
export const deprecatedHtml: Check = {
  id: 'deprecated-html',
  category: 'miscellaneous',
  importance: 'low',
  reads: 'source',
  title: 'The page uses only current elements',
  advice:
    'Replace the quoted elements: <font>, <center>, <big> and <tt> with style sheets, <strike> with <s> or <del>, <acronym> with <abbr>, <frame> with <iframe>.',
  why: 'These elements are no longer part of HTML, so browsers may stop showing them as intended.',
  source: 'https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features',
  run: ({ page: { obsolete } }) => {
    if (obsolete.length === 0) {
      return { status: 'pass', summary: '0 obsolete elements were found.', value: {} };
    }
    const counts = new Map<string, number>();
    for (const { element } of obsolete) counts.set(element, (counts.get(element) ?? 0) + 1);
    const listed = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxListed);
    const names = listed.map(([element]) => `<${element}>`).join(', ');
    return {
      status: 'warn',
      summary: `The page uses ${obsolete.length} obsolete ${obsolete.length === 1 ? 'element' : 'elements'}: ${names}.`,
      value: Object.fromEntries(listed),
      evidence: tagsEvidence(obsolete),
    };
  },
};
