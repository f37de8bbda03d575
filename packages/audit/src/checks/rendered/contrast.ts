import { axeOutcome } from '../../readings/axe-outcome.ts';
import type { Check } from '../check.ts';

/** Text stands out from its background: with a ratio of 4.5, or 3 if it is large. */
export const contrast: Check = {
  id: 'contrast',
  category: 'accessibility',
  importance: 'medium',
  reads: 'browser',
  title: 'Text has enough contrast',
  advice:
    'Make the quoted text darker, or its background lighter, until the contrast is at least 4.5:1, or 3:1 for text of 24 pixels, or 18.66 pixels in bold.',
  why: 'Pale text cannot be read by people with weak eyes, nor by anyone in bright light.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
  run: (facts) =>
    axeOutcome(facts, 'color-contrast', {
      one: 'element has text with too little contrast.',
      several: 'elements have text with too little contrast.',
      pass: 'All text that was measured has enough contrast.',
      none: 'The page has no text whose contrast can be measured.',
      measured: ({ contrastRatio, fgColor, bgColor }) =>
        contrastRatio === undefined ? null : `(${contrastRatio}:1, ${fgColor} on ${bgColor})`,
    }),
};
