import { tagsEvidence } from '../../../readings/evidence.ts';
import { announcedLists, othersIn, strayItemsOf } from '../../../readings/lists.ts';
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
  run: ({ page }) => {
    const lists = announcedLists(page, ['dl']);
    const others = othersIn(lists);
    const stray = strayItemsOf(page, ['dt', 'dd']);
    if (lists.length === 0 && stray.length === 0) {
      return { status: 'na', summary: 'The page has no description lists.' };
    }
    const value = { lists: lists.length, withOthers: others.length, stray: stray.length };
    if (others.length + stray.length === 0) {
      const summary = `Description lists with something else than terms and descriptions: 0 of ${lists.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: [
        others.length > 0
          ? `${others.length} of ${lists.length} description lists ${others.length === 1 ? 'contains' : 'contain'} something else than terms and descriptions.`
          : '',
        stray.length > 0
          ? `${stray.length} <dt> or <dd> ${stray.length === 1 ? 'is' : 'are'} not in a description list.`
          : '',
      ]
        .join(' ')
        .trim(),
      value,
      evidence: tagsEvidence([...others, ...stray]),
    };
  },
};
