import { descriptionsOf } from '../../../readings/descriptions.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** With several descriptions it is unspecified which one search results show. */
export const descriptionMultiple: Check = {
  id: 'description-multiple',
  category: 'seo',
  importance: 'low',
  family: 'description',
  title: 'The page has only one meta description',
  advice:
    'Keep one <meta name="description"> and remove the others. Often a theme and a plugin both add one.',
  why: 'With two descriptions, search engines may quote the one that fits the page worse.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#meta-description',
  run: ({ page }) => {
    const found = descriptionsOf(page).filter(({ tag }) => tag.inHead);
    if (found.length === 0) {
      return { status: 'na', summary: 'The page has no meta description.' };
    }
    if (found.length === 1) {
      return { status: 'pass', summary: 'The <head> contains one meta description.' };
    }
    const differing = new Set(found.map(({ text }) => text)).size > 1;
    return {
      status: 'warn',
      summary: differing
        ? `The <head> has ${found.length} different meta descriptions.`
        : `The <head> repeats the same meta description ${found.length} times.`,
      value: found.length,
      evidence: found.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
    };
  },
};
