import { tagsEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
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
    if (page.flattened === 0) {
      return {
        status: 'na',
        summary: 'The page has no button, and no element with the role of one, a tab or an image.',
      };
    }
    const isStyled =
      page.styleElements > 0 || page.links.some(({ rel }) => rel.includes('stylesheet'));
    const found = page.hiddenFocus.filter(
      ({ because, element }) =>
        because === 'presentational-children' && !(isStyled && fields.has(element)),
    );
    const value = { elements: page.flattened, nested: found.length };
    if (found.length === 0) {
      const summary = `Buttons, tabs and images with a link or control in them: 0 of ${page.flattened}.`;
      return { status: 'pass', summary, value };
    }
    const roles = [...new Set(found.map(({ role }) => role))].join(', ');
    return {
      status: 'warn',
      summary: `${found.length} of ${page.flattened} buttons, tabs and images ${found.length === 1 ? 'has' : 'have'} a link or control inside. The outer ${found.length === 1 ? 'role' : 'roles'}: ${roles}.`,
      value,
      evidence: tagsEvidence(found),
      points: pointsOfShare(found.length, page.flattened),
    };
  },
};

const fields = new Set(['input', 'select', 'textarea']);
