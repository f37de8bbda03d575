import { type Control, controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
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
    if (buttons.length === 0) return { status: 'na', summary: 'The page has no buttons.' };
    const unnamed = buttons.filter(({ name, uncertain }) => name === '' && !uncertain);
    const value = { buttons: buttons.length, without: unnamed.length };
    if (unnamed.length === 0) {
      const summary = `Buttons without text or a label: 0 of ${buttons.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: unnamed.length === buttons.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${buttons.length} buttons ${unnamed.length === 1 ? 'has' : 'have'} no text and no label.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: pointsOfShare(unnamed.length, buttons.length),
    };
  },
};

/** A `<summary>` opens and closes its `<details>` as a button does. */
function isButton({ tag, role }: Control): boolean {
  if (tag.hidden !== 'no' || (role !== 'button' && role !== 'summary')) return false;
  return !('type' in tag && tag.type === 'image');
}
