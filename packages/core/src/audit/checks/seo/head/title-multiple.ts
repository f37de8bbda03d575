import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Of several titles only the first is shown, and often it is not the one that was meant. */
export const titleMultiple: Check = {
  id: 'title-multiple',
  category: 'seo',
  importance: 'medium',
  title: 'The page has only one title',
  advice:
    'Keep one <title> in the <head> and remove the others: often a theme and a plugin both write one.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
  run: ({ page }) => {
    // What is in the body is often the title of an image that is not marked as one.
    const titles = page.titles.filter(({ inHead }) => inHead);
    if (titles.length === 0) return { status: 'na', summary: 'The <head> has no title.' };
    if (titles.length === 1) return { status: 'pass', summary: 'The <head> has one title.' };
    const texts = new Set(titles.map(({ text }) => text));
    return {
      status: texts.size > 1 ? 'fail' : 'warn',
      summary:
        texts.size > 1
          ? `The <head> has ${titles.length} titles that differ; only the first is shown.`
          : `The <head> says the same title ${titles.length} times.`,
      value: titles.slice(0, listed).map(({ text }) => text),
      evidence: titles.slice(0, listed).map(tagEvidence),
    };
  },
};

const listed = 25;
