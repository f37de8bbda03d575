import type { ImageFact } from '../../../page/page-facts.ts';
import { attributeEvidence, maxEvidence } from '../../../readings/evidence.ts';
import { lengthOf } from '../../../readings/text-length.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 150 characters is ours: few sentences are longer. */
const longest = 150;

/** Up to this multiple of the limit visible characters are counted; a longer text is too long in any case. */
const measured = 3;

const adviceFor = (max: number) =>
  `Shorten the alt attribute to a phrase or a sentence, and move the rest into the text or a caption. No standard sets a limit: the ${max} characters are that of this report.`;

/**
 * Alternative texts describe an image in a sentence. Some images need more, so the check has no weight.
 */
export const imageAltLong: Check<'max'> = {
  id: 'image-alt-long',
  category: 'accessibility',
  importance: 'info',
  title: 'Alternative texts are short',
  advice: adviceFor(longest),
  why: 'Screen readers read the whole description in one go, so people wait long before they get to the text.',
  source: 'https://www.w3.org/WAI/tutorials/images/tips/',
  options: {
    max: {
      default: longest,
      min: 20,
      max: 1000,
      unit: 'characters',
      description: 'Longer alternative texts are a warning.',
    },
  },
  run: ({ page: { images } }, { max }) => {
    const long: { readonly tag: ImageFact; readonly alt: string; readonly length: number }[] = [];
    let described = 0;
    let most = 0;
    for (const tag of images) {
      const alt = tag.hidden === 'no' ? (tag.alt?.trim() ?? '') : '';
      if (alt === '') continue;
      described++;
      const length = charactersOf(alt, max);
      if (length > most) most = length;
      if (length > max) long.push({ tag, alt, length });
    }
    if (described === 0) {
      return { status: 'na', summary: 'The page has no images with alternative text.' };
    }
    long.sort((left, right) => right.length - left.length);
    const value = { images: described, long: long.length, longest: most };
    if (long.length === 0) {
      return {
        status: 'pass',
        summary: `No alternative text has more than ${max} characters.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${long.length} of ${described} alternative texts ${long.length === 1 ? 'has' : 'have'} more than ${max} characters.`,
      value,
      evidence: long
        .slice(0, maxEvidence)
        .map(({ tag, alt }) => attributeEvidence(tag, 'alt', alt)),
      advice: adviceFor(max),
    };
  },
};

/** Visible characters of a short text; UTF-16 units of a long one, which is too long in any case. */
function charactersOf(text: string, max: number): number {
  if (text.length <= max) return text.length;
  return text.length > measured * max ? text.length : lengthOf(text);
}
