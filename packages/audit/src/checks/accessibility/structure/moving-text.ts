import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** No text moves or blinks by an obsolete element, which visitors cannot stop. */
export const movingText: Check = {
  id: 'moving-text',
  category: 'accessibility',
  importance: 'low',
  title: 'No text moves or blinks',
  advice:
    'Remove the <marquee> and <blink> tags and keep their text. Visitors cannot stop what moves in them, and HTML no longer has either element.',
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
          ? `The page moves text with ${marquees} <marquee> ${marquees === 1 ? 'element' : 'elements'}, which visitors cannot stop.`
          : `The page has ${moving.length} <blink> ${moving.length === 1 ? 'element' : 'elements'}, made to blink; current browsers show plain text.`,
      value,
      evidence: tagsEvidence(moving),
    };
  },
};
