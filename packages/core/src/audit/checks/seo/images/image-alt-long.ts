import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { lengthOf } from '../head/text-length.ts';

/** Characters of an alternative text; Screaming Frog and SEOnaut call more of them long. */
const longest = 100;

/** Characters up to which they are counted as people see them: a longer text is long however counted. */
const measured = 300;

/** Alternative texts say in a sentence what is to be seen. Some images need more, so it weighs nothing. */
export const imageAltLong: Check = {
  id: 'image-alt-long',
  category: 'seo',
  importance: 'info',
  title: 'Alternative texts are short',
  advice: `Keep the alt attribute under ${longest} characters and move the rest to the text or a caption beside the image.`,
  source: 'https://www.w3.org/WAI/tutorials/images/tips/',
  run: ({ page: { images } }) => {
    const described = images
      .filter(({ alt, hidden }) => hidden === 'no' && alt?.trim())
      .map((tag) => ({ tag, length: charactersOf(tag.alt?.trim() ?? '') }));
    if (described.length === 0) {
      return { status: 'na', summary: 'The page has no images with an alternative text.' };
    }
    const long = described
      .filter(({ length }) => length > longest)
      .sort((left, right) => right.length - left.length);
    const value = {
      images: described.length,
      long: long.length,
      longest: described.reduce((most, { length }) => Math.max(most, length), 0),
    };
    if (long.length === 0) {
      return {
        status: 'pass',
        summary: `No alternative text has more than ${longest} characters.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${long.length} of ${described.length} alternative texts ${long.length === 1 ? 'has' : 'have'} more than ${longest} characters.`,
      value,
      evidence: long.map(({ tag }) => tagEvidence(tag)),
    };
  },
};

/** Characters of a short text as people see them; those of a long one need not be counted so well. */
function charactersOf(text: string): number {
  if (text.length <= longest) return text.length;
  return text.length > measured ? text.length : lengthOf(text);
}
