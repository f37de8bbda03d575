import type { HiddenFocusFact, PageFacts } from '../../../page/page-facts.ts';
import { codeOf } from '../../../readings/app-shell.ts';
import { ariaElementsOf, ariaValueOf } from '../../../readings/aria/aria-elements.ts';
import { hiddenByClass } from '../../../readings/controls.ts';
import { tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import type { Check } from '../../check.ts';

/**
 * Nothing that is hidden from assistive technology can be focused.
 *
 * @remarks What a style sheet or a script may hide from all, such as a closed menu, is left out. On a page with either,
 * only links and closing buttons count that are hidden from screen readers themselves: no script changes that when they
 * are shown.
 */
export const ariaHiddenFocus: Check = {
  id: 'aria-hidden-focus',
  category: 'accessibility',
  importance: 'low',
  title: 'Screen readers announce everything that the keyboard reaches',
  advice:
    'Remove aria-hidden="true" from links and buttons, or add tabindex="-1" if the keyboard has another way to the same target.',
  why: 'The keyboard reaches something that screen readers say nothing about, so blind visitors do not know where they are.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/',
  run: ({ page }) => {
    const hidden = ariaElementsOf(page).filter(
      (element) => ariaValueOf(element, 'hidden')?.trim().toLowerCase() === 'true',
    );
    if (hidden.length === 0) {
      return { status: 'na', summary: 'No element has aria-hidden="true".' };
    }
    // The check `aria-hidden-body` reports it.
    if (hidden.some(({ tag }) => tag.element === 'body')) {
      return { status: 'na', summary: 'The <body> has aria-hidden="true".' };
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
      points: pointsOfShare(found.length, hidden.length),
    };
  },
};

/** Whether a style sheet or script may hide elements of the page. */
function mayHide(page: PageFacts): boolean {
  return (
    page.styleElements > 0 ||
    codeOf(page).length > 0 ||
    page.links.some(({ rel }) => rel.includes('stylesheet'))
  );
}

/** A link to another page, or one beside a heading to the heading itself. */
const link =
  /\shref\s*=\s*["']?(?!["'\s>]|#|javascript:)|\sclass\s*=\s*["']?(?:[^"'>]*\s)?anchor[\s"'>]/i;
/** Slides are links that scripts hide and show. */
const slide = /slide|carousel|swiper|slick|glide/i;
/** Buttons of Bootstrap that close what they are in. */
const closes = /\sdata-(?:bs-)?dismiss\s*=/i;

/** Whether it is hidden from screen readers also when everyone else sees it. */
function isShown({ itself, element, html }: HiddenFocusFact): boolean {
  if (!itself) return false;
  if (element === 'button') return closes.test(html);
  return element === 'a' && link.test(html) && !slide.test(html) && !hiddenByClass.test(html);
}
