import type { Check } from '../check.ts';
import { tagsEvidence } from '../evidence.ts';

/** Names of elements that are told. */
const mostTold = 25;

/** The page uses no elements that HTML has given up. */
export const deprecatedHtml: Check = {
  id: 'deprecated-html',
  category: 'miscellaneous',
  importance: 'low',
  title: 'The page uses no obsolete elements',
  advice:
    'Replace the quoted elements: <font>, <center>, <big> and <tt> by style sheets, <strike> by <s> or <del>, <acronym> by <abbr>, <frame> by <iframe>.',
  source: 'https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features',
  run: ({ page: { obsolete } }) => {
    if (obsolete.length === 0) {
      return { status: 'pass', summary: 'The page uses no obsolete elements.', value: {} };
    }
    const counts = new Map<string, number>();
    for (const { element } of obsolete) counts.set(element, (counts.get(element) ?? 0) + 1);
    const told = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostTold);
    const names = told.map(([element]) => `<${element}>`).join(', ');
    return {
      status: 'warn',
      summary: `The page uses ${obsolete.length} obsolete ${obsolete.length === 1 ? 'element' : 'elements'}: ${names}.`,
      value: Object.fromEntries(told),
      evidence: tagsEvidence(obsolete),
    };
  },
};
