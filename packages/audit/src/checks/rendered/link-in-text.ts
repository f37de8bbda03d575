import { axeOutcome } from '../../readings/axe-outcome.ts';
import type { Check } from '../check.ts';

/** Links within a text differ from it by more than their color. */
export const linkInText: Check = {
  id: 'link-in-text',
  category: 'accessibility',
  importance: 'low',
  reads: 'browser',
  title: 'Links in a text stand out without color',
  advice:
    'Underline the quoted links, or give them a contrast of at least 3:1 to the text around them.',
  why: 'People who cannot tell the color of a link from that of the text read past it, and miss the page behind it.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/use-of-color.html',
  run: (facts) =>
    axeOutcome(facts, 'link-in-text-block', {
      one: 'link in a text differs from it only by its color.',
      several: 'links in a text differ from it only by their color.',
      pass: 'Links in a text differ from it by more than their color.',
      none: 'The page has no links in a text.',
    }),
};
