import { elementEvidence } from '../../readings/axe-outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/**
 * Who uses the keyboard sees where it is: something on the screen changes where the focus is.
 *
 * @remarks As in the ACT rule oj04fd, it is enough that a pixel changes. We press Tab up to 40 times, and decide on
 * links and buttons on the screen.
 */
export const focusVisible: Check = {
  id: 'focus-visible',
  category: 'accessibility',
  importance: 'medium',
  reads: 'browser',
  title: 'The keyboard focus is visible',
  advice:
    'Remove outline: none from the styles of the quoted elements, or give them a :focus-visible style that stands out, such as outline: 3px solid.',
  why: 'Without a mouse, visitors do not see which link or button they are about to press.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html',
  run: (facts) => {
    const focus = renderedOf(facts)?.focus ?? null;
    if (focus === null) {
      return {
        status: 'error',
        summary:
          'This check could not be evaluated: the keyboard could not be tried in the browser.',
      };
    }
    const { stops, invisible } = focus;
    if (stops === 0) {
      return { status: 'na', summary: 'The Tab key reaches no link or button on the screen.' };
    }
    const value = { stops, invisible: invisible.length };
    const of = `${countText(stops)} ${stops === 1 ? 'link or button' : 'links and buttons'}`;
    if (invisible.length === 0) {
      return {
        status: 'pass',
        summary: `The Tab key was pressed until it reached ${of}: each shows the focus.`,
        value,
      };
    }
    return {
      status: 'fail',
      summary: `${countText(invisible.length)} of the first ${of} that the Tab key reaches ${invisible.length === 1 ? 'looks' : 'look'} the same with and without the focus.`,
      value,
      evidence: invisible.map((element) => elementEvidence(element, null)),
      sampled: true,
    };
  },
};
