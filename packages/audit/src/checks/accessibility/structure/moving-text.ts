import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * No text moves or blinks by an obsolete element.
 *
 * @remarks Only marquee and blink elements are found, and not how long they move or what stops them.
 */
export const movingText: Check = {
  id: 'moving-text',
  category: 'accessibility',
  importance: 'low',
  title: 'All text stands still',
  advice:
    'Remove the <marquee> and <blink> tags and keep their text: HTML no longer has either element. Where text has to move for more than five seconds, add a button that stops it.',
  why: 'Moving text distracts from the rest of the page, and is gone too soon for people who read slowly.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/pause-stop-hide',
  run: ({ page: { moving } }) => {
    const marquees = moving.filter(({ element }) => element === 'marquee').length;
    const value = { marquee: marquees, blink: moving.length - marquees };
    if (moving.length === 0) {
      return { status: 'pass', summary: 'The page has no <marquee> and no <blink>.', value };
    }
    return {
      status: 'warn',
      summary:
        marquees > 0
          ? `The page moves text with ${marquees} <marquee> ${marquees === 1 ? 'element' : 'elements'}.`
          : `The page has ${moving.length} <blink> ${moving.length === 1 ? 'element' : 'elements'}, made to blink; current browsers show plain text.`,
      value,
      evidence: tagsEvidence(moving),
    };
  },
};
