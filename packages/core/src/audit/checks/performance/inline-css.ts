import type { Check } from '../check.ts';

/**
 * How many styles the HTML holds itself. A few are common, and the first view's are well placed
 * there: it only counts.
 */
export const inlineCss: Check = {
  id: 'inline-css',
  category: 'performance',
  importance: 'info',
  title: 'Styles written into the HTML',
  advice:
    'Move styles that repeat from style attributes into a style sheet: browsers keep it for the next page.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/style',
  run: ({ page: { inlineStyles, styleElements } }) => ({
    status: 'pass',
    summary:
      inlineStyles + styleElements === 0
        ? 'The HTML holds no styles.'
        : `The HTML holds ${inlineStyles} style ${inlineStyles === 1 ? 'attribute' : 'attributes'} and ${styleElements} style ${styleElements === 1 ? 'element' : 'elements'}.`,
    value: { attributes: inlineStyles, elements: styleElements },
  }),
};
