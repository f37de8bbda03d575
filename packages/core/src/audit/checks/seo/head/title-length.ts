import { tagEvidence } from '../../../readings/evidence.ts';
import { lengthOf, widthOf } from '../../../readings/text-length.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/**
 * Search results cut titles by width, at roughly 60 Latin characters. All limits are rules of thumb,
 * and the median title of real pages has 66 characters, so the check never fails.
 */
const shortest = 10;
const longest = 60;

/** The title is long enough to be useful and short enough to be shown completely. */
export const titleLength: Check = {
  id: 'title-length',
  category: 'seo',
  importance: 'low',
  title: 'The title is 10 to 60 characters long',
  advice:
    'Write a <title> of 10 to 60 characters, with the words that distinguish this page first; search results may cut off the rest.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page }) => {
    const found = titleOf(page);
    if (!found) return { status: 'na', summary: 'The page has no title.' };
    const length = lengthOf(found.text);
    const evidence = [tagEvidence(found)];
    // Five Chinese characters carry as much meaning as ten Latin ones.
    if (widthOf(found.text) < shortest) {
      return {
        status: 'warn',
        summary: `The title has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value: length,
        evidence,
      };
    }
    if (length > longest) {
      return {
        status: 'warn',
        summary: `The title has ${length} characters; search results may cut it off after about ${longest}.`,
        value: length,
        evidence,
      };
    }
    return { status: 'pass', summary: `The title has ${length} characters.`, value: length };
  },
};
