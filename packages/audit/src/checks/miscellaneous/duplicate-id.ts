import { tagsEvidence } from '../../readings/evidence.ts';
import { shorten } from '../../readings/language/language-tag.ts';
import type { Check } from '../check.ts';

/** The number of ids in the summary and in the value at most. */
const maxNamed = 3;
const maxListed = 25;

/** No two elements have the same id. Browsers tolerate it, so the check has no weight. */
export const duplicateId: Check = {
  id: 'duplicate-id',
  category: 'miscellaneous',
  importance: 'info',
  title: 'Each id is used once',
  advice:
    'Give each element its own id, or use classes: links to #id, labels and scripts find only the first element.',
  why: 'Links, labels and scripts reach only the first element with this name, so visitors may end up in the wrong place.',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  run: ({ page: { ids, duplicateIds } }) => {
    if (ids.size === 0) return { status: 'na', summary: 'No element has an id.' };
    const names = [...new Set(duplicateIds.map(({ id }) => id))];
    if (names.length === 0) {
      return { status: 'pass', summary: `Duplicate ids: 0 of ${ids.size}.`, value: [] };
    }
    const value = names.slice(0, maxListed).map((name) => name.slice(0, maxLength).toWellFormed());
    const shown = value
      .slice(0, maxNamed)
      .map((name) => `#${shorten(name)}`)
      .join(', ');
    return {
      status: 'warn',
      summary:
        names.length === 1
          ? `1 id is used by several elements: ${shown}.`
          : `${names.length} ids are used by several elements, such as ${shown}.`,
      value,
      evidence: tagsEvidence(duplicateIds),
    };
  },
};

/** The length of an id in the value at most. */
const maxLength = 100;
