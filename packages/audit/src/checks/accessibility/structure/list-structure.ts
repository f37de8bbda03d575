import { tagsEvidence } from '../../../readings/evidence.ts';
import { announcedLists, othersIn, strayItemsOf } from '../../../readings/lists.ts';
import type { Check } from '../../check.ts';

/**
 * Lists contain only items, and items are in lists. Lists with another role, children with a role, custom
 * elements and what shows nothing are left out.
 */
export const listStructure: Check = {
  id: 'list-structure',
  category: 'accessibility',
  importance: 'low',
  family: 'lists',
  title: 'Lists contain only list items',
  advice:
    'Put everything in a <ul> or <ol> into <li> elements, also lists in lists, and every <li> into a list: <ul><li>Rye<ul><li>Dark rye</li></ul></li></ul>.',
  why: 'Screen readers may announce a wrong number of entries, or miss that there is a list.',
  source: 'https://html.spec.whatwg.org/multipage/grouping-content.html#the-ul-element',
  run: ({ page }) => {
    const lists = announcedLists(page, ['ul', 'ol', 'menu']);
    const others = othersIn(lists);
    const stray = strayItemsOf(page, ['li']);
    if (lists.length === 0 && stray.length === 0) {
      return { status: 'na', summary: 'The page has no lists.' };
    }
    const value = { lists: lists.length, withOthers: others.length, stray: stray.length };
    if (others.length + stray.length === 0) {
      const summary = `Lists with something else than list items: 0 of ${lists.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: [
        others.length > 0
          ? `${others.length} of ${lists.length} lists ${others.length === 1 ? 'contains' : 'contain'} something else than list items.`
          : '',
        stray.length > 0
          ? `${stray.length} <li> ${stray.length === 1 ? 'is' : 'are'} not in a list.`
          : '',
      ]
        .join(' ')
        .trim(),
      value,
      evidence: tagsEvidence([...others, ...stray]),
    };
  },
};
