import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * No frame with something to operate is out of reach of the keyboard. Only of a frame whose page is in its
 * `srcdoc` is that known without another request.
 */
export const frameFocus: Check = {
  id: 'frame-focus',
  category: 'accessibility',
  importance: 'low',
  title: 'The keyboard reaches the content of frames',
  advice:
    'Remove the negative tabindex from the <iframe>: it keeps the keyboard from the links and controls in it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/akn7bn/',
  run: ({ page }) => {
    const frames = page.frames.filter(
      ({ hidden, srcdoc }) => hidden === 'no' && srcdoc !== null && hasControl(srcdoc),
    );
    if (frames.length === 0) {
      return { status: 'na', summary: 'No visible frame has a link or control in its srcdoc.' };
    }
    const unreachable = frames.filter(({ tabindex }) => /^\s*-\d*[1-9]/.test(tabindex ?? ''));
    const value = { frames: frames.length, unreachable: unreachable.length };
    if (unreachable.length === 0) {
      const summary = `Frames that the keyboard does not reach: 0 of ${frames.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: unreachable.length === frames.length ? 'fail' : 'warn',
      summary: `${unreachable.length} of ${frames.length} frames with links or controls ${unreachable.length === 1 ? 'has' : 'have'} a negative tabindex.`,
      value,
      evidence: tagsEvidence(unreachable),
      points: (frames.length - unreachable.length) / frames.length,
    };
  },
};

const startTag = /<(a|button|input|select|textarea)(\s[^<>]*|)>(\s*<\/a\b)?/gi;
/** Attributes that keep an element from being focused or seen. */
const excludes =
  /\s(?:hidden|disabled|inert)(?=[\s=/]|$)|\stabindex\s*=\s*["']?\s*-|\stype\s*=\s*["']?hidden|\sstyle\s*=[^>]*(?:display|visibility|width|height|opacity)/i;

/** Whether a page has a visible link with content, or a control, that the keyboard reaches. */
function hasControl(srcdoc: string): boolean {
  const markup = srcdoc.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  for (const [, name = '', attributes = '', isEmpty] of markup.matchAll(startTag)) {
    if (excludes.test(attributes)) continue;
    if (name.toLowerCase() !== 'a') return true;
    if (isEmpty === undefined && /\shref(?=[\s=]|$)/i.test(attributes)) return true;
  }
  return false;
}
