import { listsOutcome } from '../../../readings/lists.ts';
import type { Check } from '../../check.ts';

/** The definition lists of a page contain only names and descriptions, which are in such lists. */
export const definitionListStructure: Check = {
  id: 'definition-list-structure',
  category: 'accessibility',
  importance: 'low',
  family: 'lists',
  title: 'Description lists contain only terms and descriptions',
  advice:
    'Put only <dt> and <dd> into a <dl>, or <div> elements around each <dt> and its <dd>, and use <dt> and <dd> nowhere else.',
  why: 'Screen readers may be unable to tell which explanation belongs to which term.',
  source: 'https://html.spec.whatwg.org/multipage/grouping-content.html#the-dl-element',
  run: ({ page }) =>
    listsOutcome(page, {
      lists: ['dl'],
      items: ['dt', 'dd'],
      name: 'description lists',
      content: 'terms and descriptions',
      stray: '<dt> or <dd>',
    }),
};
