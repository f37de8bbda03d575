import type { Check } from '../check.ts';

/** @remarks The limits of a tenth of the elements and of 20 are ours: 65 of 73 real pages have less, as of 2026-11. */
const many = 0.1;
const several = 20;

/** Few elements have their own styles. A few are common, and useful for the first screen. */
export const inlineCss: Check = {
  id: 'inline-css',
  category: 'performance',
  importance: 'info',
  reads: 'source',
  title: 'Few elements have a style attribute',
  advice:
    'Move styles that repeat in style attributes into a style sheet, which browsers cache for the next page.',
  why: 'Styles that repeat within a page make it larger, and a change of the design takes work in many places.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/style',
  run: ({ page: { elements, inlineStyles, styleElements } }) => {
    const value = { attributes: inlineStyles, elements: styleElements };
    if (inlineStyles > several && inlineStyles > many * elements) {
      const summary = `${inlineStyles} of ${elements} elements have a style attribute; up to a tenth is common.`;
      return { status: 'warn', summary, value };
    }
    const summary =
      inlineStyles + styleElements === 0
        ? 'The HTML contains no inline styles.'
        : `The HTML contains ${inlineStyles} style ${inlineStyles === 1 ? 'attribute' : 'attributes'} and ${styleElements} <style> ${styleElements === 1 ? 'element' : 'elements'}.`;
    return { status: 'pass', summary, value };
  },
};
