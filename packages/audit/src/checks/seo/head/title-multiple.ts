import { elementsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Browsers show only the first of several titles, which is often the wrong one. */
export const titleMultiple: Check = {
  id: 'title-multiple',
  category: 'seo',
  importance: 'medium',
  family: 'title',
  title: 'The page has only one title',
  advice:
    'Keep one <title> in the <head> and remove the others. Often a theme and a plugin both add one.',
  why: 'With two titles, browsers and search engines choose one, and it may be the one that fits the page worse.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
  run: ({ page }) => {
    // A <title> in the body often belongs to an SVG image.
    const titles = page.titles.filter(({ inHead }) => inHead);
    if (titles.length === 0) return { status: 'na', summary: 'The <head> has no <title>.' };
    if (titles.length === 1) return { status: 'pass', summary: 'The <head> contains one <title>.' };
    const texts = new Set(titles.map(({ text }) => text));
    return {
      status: texts.size > 1 ? 'fail' : 'warn',
      summary:
        texts.size > 1
          ? `The <head> has ${titles.length} different titles; browsers show only the first.`
          : `The <head> repeats the same title ${titles.length} times.`,
      value: titles.slice(0, listed).map(({ text }) => text),
      evidence: elementsEvidence(titles),
    };
  },
};

const listed = 25;
