import { countText } from '../../../readings/count-text.ts';
import { elementsEvidence, shortList } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Longer texts are not headings: the limit of `heading-length`. */
const maxLength = 70;

/**
 * Texts that look like headings are headings.
 *
 * @remarks What looks like a heading is ours: a short text of two words or more whose own style attribute makes it bold
 * and at least half as large again. A price or a number in that size is left out.
 */
export const headingMarkup: Check = {
  id: 'heading-markup',
  category: 'accessibility',
  importance: 'info',
  title: 'Texts that look like headings are headings',
  advice:
    'If the quoted text is a heading, use <h1> to <h6> for it and keep the style: <h2 style="…">. Screen readers jump from heading to heading.',
  why: 'Screen readers jump from heading to heading and pass by text that only looks like one, so its section is hard to find.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F2',
  run: ({ page: { largeTexts, headings } }) => {
    const known = new Set(headings.map(({ text }) => text));
    const found = largeTexts.filter(
      ({ hidden, text }) => hidden === 'no' && isHeadingLike(text) && !known.has(text),
    );
    const value = { found: found.length, texts: shortList(found.map(({ text }) => text)) };
    if (found.length === 0) {
      return {
        status: 'pass',
        summary: 'No short text is large and bold only because of its style attribute.',
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${countText(found.length)} short ${found.length === 1 ? 'text is' : 'texts are'} large and bold by style, but no heading: "${value.texts[0]}".`,
      value,
      evidence: elementsEvidence(found),
    };
  },
};

function isHeadingLike(text: string): boolean {
  if (text.length > maxLength || /[.!]$/.test(text)) return false;
  const [first = '', second = ''] = text.split(/\s+/, 2);
  return /^\p{L}/u.test(first) && /\p{L}{2}/u.test(second);
}
