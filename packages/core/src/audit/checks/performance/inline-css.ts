import type { Check } from '../check.ts';

/** Counts the inline styles. Always passes: a few are common, and useful for the first screen. */
export const inlineCss: Check = {
  id: 'inline-css',
  category: 'performance',
  importance: 'info',
  title: 'The HTML contains few inline styles',
  advice:
    'Move styles that repeat in style attributes into a style sheet, which browsers cache for the next page.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/style',
  run: ({ page: { inlineStyles, styleElements } }) => ({
    status: 'pass',
    summary:
      inlineStyles + styleElements === 0
        ? 'The HTML contains no inline styles.'
        : `The HTML contains ${inlineStyles} style ${inlineStyles === 1 ? 'attribute' : 'attributes'} and ${styleElements} <style> ${styleElements === 1 ? 'element' : 'elements'}.`,
    value: { attributes: inlineStyles, elements: styleElements },
  }),
};
