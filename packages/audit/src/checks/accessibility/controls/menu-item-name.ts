import { controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
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
    if (items.length === 0) {
      return { status: 'na', summary: 'The page has no elements with role="menuitem".' };
    }
    const unnamed = items.filter(({ name, uncertain }) => name === '' && !uncertain);
    const value = { items: items.length, without: unnamed.length };
    if (unnamed.length === 0) {
      const summary = `Menu items without text or a label: 0 of ${items.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: unnamed.length === items.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${items.length} menu items ${unnamed.length === 1 ? 'has' : 'have'} no text and no label.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: pointsOfShare(unnamed.length, items.length),
    };
  },
};
