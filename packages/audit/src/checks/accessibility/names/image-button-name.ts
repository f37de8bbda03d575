import { controlsOf } from '../../../readings/controls.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * The name that browsers give to an image button without one, before translation. The rule counts it
 * as no name, even if the page sets it.
 * Source: https://www.w3.org/TR/html-aam-1.0/#input-type-image-accessible-name-computation
 */
const defaultName = 'submit query';

/**
 * Buttons that show an image have a name. An empty `alt` fails: a button is never only decoration.
 */
export const imageButtonName: Check = {
  id: 'image-button-name',
  category: 'accessibility',
  importance: 'low',
  title: 'Image buttons have a name',
  advice:
    'Describe what each <input type="image"> does in its alt attribute, such as alt="Search".',
  why: 'People with screen readers hear that there is a button, but not what happens if they press it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/59796f/',
  run: ({ page }) => {
    const buttons = controlsOf(page).filter(
      ({ tag }) => 'type' in tag && tag.type === 'image' && tag.hidden === 'no',
    );
    const unnamed = buttons.filter(
      ({ name, uncertain }) => (name === '' && !uncertain) || name.toLowerCase() === defaultName,
    );
    return faultsOutcome(buttons.length, unnamed, {
      none: 'The page has no image buttons.',
      fault: 'Image buttons without a name',
      summary: (count, all) =>
        `${count} of ${all} image buttons ${count === 1 ? 'has' : 'have'} no name.`,
      value: { buttons: buttons.length, without: unnamed.length },
      severity: 'by share',
    });
  },
};
