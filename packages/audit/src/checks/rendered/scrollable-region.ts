import { axeOutcome } from '../../readings/axe-outcome.ts';
import type { Check } from '../check.ts';

/**
 * Parts of a page that scroll can be scrolled with the keyboard.
 *
 * @remarks Which areas scroll is decided by axe-core.
 */
export const scrollableRegion: Check = {
  id: 'scrollable-region',
  category: 'accessibility',
  importance: 'low',
  reads: 'browser',
  title: 'Areas that scroll can be reached with the keyboard',
  advice: 'Add tabindex="0" to the quoted elements, with a role and an aria-label that names them.',
  why: 'Without a mouse, visitors cannot read what is out of view there.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
  run: (facts) =>
    axeOutcome(facts, 'scrollable-region-focusable', {
      one: 'area that scrolls cannot be reached with the keyboard.',
      several: 'areas that scroll cannot be reached with the keyboard.',
      pass: 'All areas that scroll can be reached with the keyboard.',
      none: 'The page has no areas that scroll.',
    }),
};
