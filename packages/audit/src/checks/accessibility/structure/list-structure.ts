import { listsOutcome } from '../../../readings/lists.ts';
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
  run: ({ page }) =>
    listsOutcome(page, {
      lists: ['ul', 'ol', 'menu'],
      items: ['li'],
      name: 'lists',
      content: 'list items',
      stray: '<li>',
    }),
};
