import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

const removesFocus = /\sonfocus\s*=\s*(?:"[^"]{0,100}|'[^']{0,100}|[^\s"'>]{0,100})\bblur\(/i;

/** No link and no control gives up the focus as soon as it gets it. */
export const focusKept: Check = {
  id: 'focus-kept',
  category: 'accessibility',
  importance: 'low',
  title: 'Links and controls keep the focus',
  advice:
    'Remove onfocus="this.blur()" from the quoted elements. Without the focus, they cannot be used with a keyboard.',
  why: 'People who use a keyboard cannot work with these elements, as they drop the focus as soon as they get it.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F55',
  run: ({ page }) => {
    const elements = [...page.anchors, ...page.controls];
    if (elements.length === 0)
      return { status: 'na', summary: 'The page has no links or controls.' };
    const found = elements.filter(({ html }) => removesFocus.test(html));
    const value = { elements: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: 'Elements whose onfocus removes the focus: 0.', value };
    }
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element gives' : 'elements give'} up the focus when ${found.length === 1 ? 'it gets' : 'they get'} it.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};
