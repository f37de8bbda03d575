import { elementEvidence } from '../../readings/axe-outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { maxEvidence } from '../../readings/evidence.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/**
 * A zoom of 200 % cuts off no text that is whole without it.
 *
 * @remarks The screens are those of the ACT rule 59br37. We report text that is whole without zoom and partly seen with
 * it, unless it can be opened, leads to its whole text, fades out, scrolls, moves or ends with an ellipsis.
 */
export const textZoom: Check = {
  id: 'text-zoom',
  category: 'accessibility',
  importance: 'medium',
  reads: 'browser',
  title: 'Text stays whole when the page is zoomed to 200 %',
  advice:
    'Let the quoted elements grow with their text: replace height by min-height, and remove overflow: hidden and white-space: nowrap where the text must stay whole.',
  why: 'Visitors who enlarge the page to read it lose the end of the text, and cannot scroll to it.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  run: (facts) => {
    const zoomed = renderedOf(facts)?.zoomedText ?? null;
    if (zoomed === null) {
      return {
        status: 'error',
        summary: 'This check could not be evaluated: the page could not be zoomed in the browser.',
      };
    }
    const { texts, count, clipped } = zoomed;
    if (texts === 0) {
      return { status: 'na', summary: 'No element with text hides what does not fit into it.' };
    }
    const value = { texts, clipped: count };
    if (count === 0) {
      return {
        status: 'pass',
        summary: 'With a zoom of 200 %, all text that was compared is still whole.',
        value,
      };
    }
    return {
      status: 'fail',
      summary: `On a computer's screen, a zoom of 200 % cuts off text in ${countText(count)} ${count === 1 ? 'element' : 'elements'}.`,
      value,
      evidence: clipped.slice(0, maxEvidence).map((element) => elementEvidence(element, null)),
    };
  },
};
