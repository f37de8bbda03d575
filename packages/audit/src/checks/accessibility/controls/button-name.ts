import { type Control, controlsOf } from '../../../readings/controls.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Buttons have an accessible name: text, an image with alternative text, a value or a label. Image buttons
 * have a separate check.
 */
export const buttonName: Check = {
  id: 'button-name',
  category: 'accessibility',
  importance: 'medium',
  family: 'control-names',
  title: 'Buttons have text or a label',
  advice:
    'Write what the button does between its tags: <button>Search</button>. Give a button that is only an icon an aria-label, such as <button aria-label="Close">, and an <input type="submit"> a value.',
  why: 'People with screen readers hear only the word “button”, and have to press it to find out what it does.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  run: ({ page }) => {
    const buttons = controlsOf(page).filter(isButton);
    const unnamed = buttons.filter(({ name, uncertain }) => name === '' && !uncertain);
    return faultsOutcome(buttons.length, unnamed, {
      none: 'The page has no buttons.',
      fault: 'Buttons without text or a label',
      summary: (count, all) =>
        `${count} of ${all} buttons ${count === 1 ? 'has' : 'have'} no text and no label.`,
      value: { buttons: buttons.length, without: unnamed.length },
      severity: 'by share',
    });
  },
};

/** A `<summary>` opens and closes its `<details>` as a button does. */
function isButton({ tag, role }: Control): boolean {
  if (tag.hidden !== 'no' || (role !== 'button' && role !== 'summary')) return false;
  return !('type' in tag && tag.type === 'image');
}
