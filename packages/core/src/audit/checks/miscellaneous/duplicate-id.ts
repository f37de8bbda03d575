import type { Check } from '../check.ts';
import { tagsEvidence } from '../evidence.ts';

/** Ids that are told. */
const mostTold = 25;

/** No two elements have the same id. Browsers get along, so it is a hint and no more. */
export const duplicateId: Check = {
  id: 'duplicate-id',
  category: 'miscellaneous',
  importance: 'info',
  title: 'Each id is used once',
  advice:
    'Give each element an id of its own, or use classes: links to #id, labels and scripts find the first of several only.',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  run: ({ page: { ids, duplicateIds } }) => {
    if (ids.size === 0) return { status: 'na', summary: 'No element has an id.' };
    const names = [...new Set(duplicateIds.map(({ id }) => id))];
    if (names.length === 0) return { status: 'pass', summary: 'Each id is used once.', value: [] };
    return {
      status: 'warn',
      summary: `${names.length} ${names.length === 1 ? 'id is' : 'ids are'} used by several elements.`,
      value: names.slice(0, mostTold).map((name) => name.slice(0, maxLength).toWellFormed()),
      evidence: tagsEvidence(duplicateIds),
    };
  },
};

/** Characters of an id in the value. */
const maxLength = 100;
