import { axeOutcome } from '../../readings/axe-outcome.ts';
import type { Check } from '../check.ts';

/** Links and buttons are at least 24 by 24 CSS pixels, or have as much space around them. */
export const targetSize: Check = {
  id: 'target-size',
  category: 'accessibility',
  importance: 'low',
  reads: 'browser',
  title: 'Links and buttons are large enough to tap',
  advice:
    'Give the quoted links and buttons a size of at least 24 by 24 pixels, or more space around them.',
  why: 'On a phone, visitors tap the wrong one of two small links; people with shaking hands do so everywhere.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html',
  run: (facts) =>
    axeOutcome(facts, 'target-size', {
      one: 'link or button is smaller than 24 by 24 pixels, with too little space around it.',
      several:
        'links or buttons are smaller than 24 by 24 pixels, with too little space around them.',
      pass: 'All links and buttons are large enough, or have enough space around them.',
      none: 'The page has no links or buttons outside of texts.',
    }),
};
