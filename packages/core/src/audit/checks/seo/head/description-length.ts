import { descriptionOf } from '../../../readings/descriptions.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { lengthOf, widthOf } from '../../../readings/text-length.ts';
import type { Check } from '../../check.ts';

/**
 * Google states no limit and cuts by width. Tools agree on about 155 to 160 characters, the width of
 * two lines on a desktop, and on a minimum of 50 to 80. These are rules of thumb, so the check never
 * fails.
 */
const shortest = 50;
const longest = 160;

/** The description is long enough to be useful and short enough to be shown completely. */
export const descriptionLength: Check = {
  id: 'description-length',
  category: 'seo',
  importance: 'low',
  title: 'The meta description is 50 to 160 characters long',
  advice:
    'Write one or two sentences of 50 to 160 characters that say what this page offers, the most important words first; search results may cut off the rest.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  run: ({ page }) => {
    const found = descriptionOf(page);
    if (!found) return { status: 'na', summary: 'The page has no meta description.' };
    const length = lengthOf(found.text);
    const evidence = [tagEvidence(found.tag)];
    if (widthOf(found.text) < shortest) {
      return {
        status: 'warn',
        summary: `The meta description has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value: length,
        evidence,
      };
    }
    if (length > longest) {
      return {
        status: 'warn',
        summary: `The meta description has ${length} characters; search results may cut it off after about ${longest}.`,
        value: length,
        evidence,
      };
    }
    return {
      status: 'pass',
      summary: `The meta description has ${length} characters.`,
      value: length,
    };
  },
};
