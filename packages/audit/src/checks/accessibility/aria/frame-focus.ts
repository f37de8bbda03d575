import type { FrameFact, PageFacts } from '../../../page/page-facts.ts';
import {
  ariaValueOf,
  hasScripts,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { isPixel } from '../../../readings/tracking-pixel.ts';
import type { Check } from '../../check.ts';

/**
 * No frame with something to operate is out of reach of the keyboard. Only of a frame whose page is in its
 * `srcdoc` is that known without another request. In a frame of at most 1 × 1 pixel, which counts visits, no one
 * sees anything. Behind a modal dialog nothing is in reach, and scripts restore the `tabindex` when they close it.
 */
export const frameFocus: Check = {
  id: 'frame-focus',
  category: 'accessibility',
  importance: 'low',
  title: 'The keyboard reaches the content of frames',
  advice:
    'Remove the negative tabindex from the <iframe>: it keeps the keyboard from the links and controls in it.',
  why: 'People who use a keyboard cannot reach the links and buttons in the embedded part.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/akn7bn/',
  run: ({ page }) => {
    const isBehindDialog = mayShowModal(page);
    const frames = page.frames.filter(
      (frame) =>
        frame.hidden === 'no' &&
        !isPixel(frame) &&
        !(isBehindDialog && isUnreachable(frame)) &&
        frame.srcdoc !== null &&
        hasControl(frame.srcdoc),
    );
    const unreachable = frames.filter(isUnreachable);
    return faultsOutcome(frames.length, unreachable, {
      none: 'No visible frame has a link or control in its srcdoc.',
      fault: 'Frames that the keyboard does not reach',
      summary: (count, all) =>
        `${count} of ${all} frames with links or controls ${count === 1 ? 'has' : 'have'} a negative tabindex.`,
      value: { frames: frames.length, unreachable: unreachable.length },
      severity: 'by share',
    });
  },
};

function isUnreachable({ tabindex }: FrameFact): boolean {
  return /^\s*-\d*[1-9]/.test(tabindex ?? '');
}

/** Whether a modal dialog is in front of the page, or scripts may open a `<dialog>` as one. */
function mayShowModal(page: PageFacts): boolean {
  if (page.hasDialog && (page.isBuilt || hasScripts(page))) return true;
  return seenAriaElementsOf(page).some(
    (element) =>
      (element.role === 'dialog' || element.role === 'alertdialog') &&
      ariaValueOf(element, 'modal')?.trim().toLowerCase() === 'true',
  );
}

/** Markup that shows nothing. */
const unshown =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template)(?![\w-])[\s\S]*?(?:<\/\1(?![\w-])|$)/gi;
const startTag = /<([a-z][a-z0-9-]*)(\s[^<>]*|)>(\s*<\/)?/gi;
/** Attributes that hide an element and what is in it, or switch it off. */
const hides =
  /\s(?:hidden|disabled|inert|popover)(?=[\s=/]|$)|\sstyle\s*=[^>]*(?:display|visibility|width|height|opacity)/i;
/** Attributes that only keep the element itself from being focused. */
const skips = /\stabindex\s*=\s*["']?\s*-|\stype\s*=\s*["']?hidden/i;
/** Attributes with which any element can be focused. */
const focuses =
  /\stabindex\s*=\s*["']?\s*\+?\d|\scontenteditable(?:\s*=\s*["']?(?:true|plaintext-only|["']))?(?=[\s"'/]|$)/i;
const controls = new Set(['button', 'details', 'input', 'select', 'textarea']);
const players = new Set(['audio', 'video']);

/** Whether a page has a visible link with content, or a control, that the keyboard reaches. */
function hasControl(srcdoc: string): boolean {
  for (const [, tag = '', attributes = '', isEmpty] of srcdoc
    .replace(unshown, '')
    .matchAll(startTag)) {
    const name = tag.toLowerCase();
    const isHidden = hides.test(attributes) || (name === 'dialog' && !/\sopen\b/i.test(attributes));
    // Where what it hides ends is not read.
    if (isHidden && !controls.has(name) && name !== 'a') return false;
    if (isHidden || skips.test(attributes)) continue;
    if (controls.has(name)) return true;
    if (players.has(name) && /\scontrols(?=[\s=/]|$)/i.test(attributes)) return true;
    const isLink = name === 'a' && /\shref(?=[\s=]|$)/i.test(attributes);
    if (isEmpty === undefined && (isLink || focuses.test(attributes))) return true;
  }
  return false;
}
