import { controlsOf } from '../../../readings/controls.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Items of menus have an accessible name. */
export const menuItemName: Check = {
  id: 'menu-item-name',
  category: 'accessibility',
  importance: 'low',
  family: 'control-names',
  title: 'Menu items have text or a label',
  advice:
    'Write what it does into each element with role="menuitem", or give it an aria-label if it is only an icon.',
  why: 'People with screen readers hear only the words “menu item”, and have to choose it to find out what it does.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/m6b1q3/',
  run: ({ page }) => {
    const items = controlsOf(page).filter(
      ({ tag, role }) => role === 'menuitem' && tag.hidden === 'no',
    );
    const unnamed = items.filter(({ name, uncertain }) => name === '' && !uncertain);
    return faultsOutcome(items.length, unnamed, {
      none: 'The page has no elements with role="menuitem".',
      fault: 'Menu items without text or a label',
      summary: (count, all) =>
        `${count} of ${all} menu items ${count === 1 ? 'has' : 'have'} no text and no label.`,
      value: { items: items.length, without: unnamed.length },
      severity: 'by share',
    });
  },
};
