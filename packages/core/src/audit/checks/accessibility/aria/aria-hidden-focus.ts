import type { HiddenFocusFact, PageFacts } from '../../../page/page-facts.ts';
import { ariaElementsOf, ariaValueOf } from '../../../readings/aria/aria-elements.ts';
import { tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * Nothing that is hidden from assistive technology can be focused. What is in a hidden element, such as a
 * closed menu or dialog, is usually hidden from all by a style sheet: that counts only without style sheets and
 * scripts. A link or button that is itself hidden from screen readers alone is wrong whenever it is shown.
 */
export const ariaHiddenFocus: Check = {
  id: 'aria-hidden-focus',
  category: 'accessibility',
  importance: 'low',
  title: 'Elements with aria-hidden cannot be focused',
  advice:
    'Remove aria-hidden="true" from links and buttons, or add tabindex="-1" if the keyboard has another way to the same target.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/',
  run: ({ page }) => {
    const hidden = ariaElementsOf(page).filter(
      (element) => ariaValueOf(element, 'hidden')?.trim().toLowerCase() === 'true',
    );
    if (hidden.length === 0) {
      return { status: 'na', summary: 'No element has aria-hidden="true".' };
    }
    const isStyled = mayHide(page);
    const found = page.hiddenFocus.filter(
      (fact) => fact.because === 'aria-hidden' && (!isStyled || isShown(fact)),
    );
    const value = { hidden: hidden.length, focusable: found.length };
    if (found.length === 0) {
      const summary = `Elements with aria-hidden that can be focused: 0 of ${hidden.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary:
        found.length === 1
          ? '1 element can be focused with the keyboard, but is hidden from screen readers.'
          : `${found.length} elements can be focused with the keyboard, but are hidden from screen readers.`,
      value,
      evidence: found.length === 1 ? found.map(tagEvidence) : tagsEvidence(found),
      points: Math.max(0, (hidden.length - found.length) / hidden.length),
    };
  },
};

/** Whether a style sheet or script may hide elements of the page. */
function mayHide({ links, styleElements, scripts }: PageFacts): boolean {
  return (
    styleElements > 0 || scripts.length > 0 || links.some(({ rel }) => rel.includes('stylesheet'))
  );
}

function isShown({ itself, element }: HiddenFocusFact): boolean {
  return itself && (element === 'a' || element === 'button');
}
