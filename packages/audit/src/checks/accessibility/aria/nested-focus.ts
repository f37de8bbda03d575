import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Buttons, tabs, checkboxes and other elements that assistive technology reads as a whole contain nothing that
 * can be focused. Fields in them do not count: they are often what the role stands for, hidden by a style sheet.
 */
export const nestedFocus: Check = {
  id: 'nested-focus',
  category: 'accessibility',
  importance: 'low',
  title: 'Links and controls are outside of buttons, tabs and images',
  advice:
    'Move the inner link or button out, next to the outer one, or make one of both: screen readers announce only the outer one.',
  why: 'Screen readers announce only the outer element, so people may never learn of the link or button inside.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/307n5z/',
  run: ({ page }) => {
    const isStyled =
      page.styleElements > 0 || page.links.some(({ rel }) => rel.includes('stylesheet'));
    const found = page.hiddenFocus.filter(
      ({ because, element }) =>
        because === 'presentational-children' && !(isStyled && fields.has(element)),
    );
    return faultsOutcome(page.flattened, found, {
      none: 'The page has no button, and no element with the role of one, a tab or an image.',
      fault: 'Buttons, tabs and images with a link or control in them',
      summary: (count, all) => {
        const roles = [...new Set(found.map(({ role }) => role))].join(', ');
        return `${count} of ${all} buttons, tabs and images ${count === 1 ? 'has' : 'have'} a link or control inside. The outer ${count === 1 ? 'role' : 'roles'}: ${roles}.`;
      },
      value: { elements: page.flattened, nested: found.length },
      severity: 'warn by share',
    });
  },
};

const fields = new Set(['input', 'select', 'textarea']);
