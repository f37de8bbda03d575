import type { AnchorFact, ClickableFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** What does nothing for visitors: it stops a click, or counts it. */
const withoutEffect =
  /^\s*(?:return\b[^;]{0,20};?|void\b.{0,10}|(?:event|e)\.(?:stopPropagation|preventDefault)\(\);?|(?:gtag|ga|_gaq|_paq|dataLayer|fbq|ym|track\w*)\b.*)?\s*$/i;

/** Attributes with which a framework makes an element one that takes the focus. */
const focusable = /\s(?::|v-bind:|x-bind:|\[attr\.)?(?:tabindex|contenteditable)/i;

/**
 * What can be clicked can be reached with a keyboard: an element with an `onclick`, or with the role of a button, that
 * the Tab key does not reach, and that has no link and no control inside.
 *
 * @remarks That the role of a button shows what can be clicked, and which handlers do nothing for visitors, are ours.
 */
export const keyboardReachable: Check = {
  id: 'keyboard-reachable',
  category: 'accessibility',
  importance: 'low',
  title: 'What can be clicked can be reached with a keyboard',
  advice:
    'Use <button type="button"> for what does something on this page, and <a href="…"> for what opens another one. Visitors who use the Tab key do not reach the quoted elements.',
  why: 'People who use a keyboard instead of a mouse cannot get to this element, and miss what it offers.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/client-side-script/SCR29',
  run: ({ page: { clickables, anchors } }) => {
    const found = [...clickables.filter(isBarrier), ...anchors.filter(isLinkWithoutTarget)];
    const value = { unreachable: found.length };
    if (found.length === 0) {
      return {
        status: 'pass',
        summary: 'No onclick and no role of a button is on an element that the Tab key skips.',
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element' : 'elements'} can be clicked, but the Tab key does not reach ${found.length === 1 ? 'it' : 'them'}.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

function isBarrier({ role, onclick, html }: ClickableFact): boolean {
  if (focusable.test(html) || /\saria-disabled\s*=\s*["']?true/i.test(html)) return false;
  const hasRole = role === 'button' || role === 'link' || role === 'checkbox' || role === 'switch';
  return hasRole || !withoutEffect.test(onclick);
}

/** An `<a>` without `href` is only text, regardless of its `onclick` and its role. */
function isLinkWithoutTarget({
  href,
  scripted,
  role,
  tabindex,
  hidden,
  html,
}: AnchorFact): boolean {
  if (href !== null || tabindex !== null || hidden !== 'no') return false;
  const isOperable = scripted || role?.trim().toLowerCase() === 'button';
  return isOperable && !focusable.test(html) && !/\s(?::|v-bind:|\[)(?:attr\.)?href/i.test(html);
}
