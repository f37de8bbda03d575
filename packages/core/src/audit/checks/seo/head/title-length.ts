import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { lengthOf, widthOf } from './text-length.ts';
import { titleOf } from './title.ts';

/**
 * Search results cut titles by width, at roughly 60 Latin characters. No tool's bound is more than
 * a rule of thumb, and the median title of real pages has 66: it never fails.
 */
const shortest = 10;
const longest = 60;

/** A title that search results show whole, and that says something. */
export const titleLength: Check = {
  id: 'title-length',
  category: 'seo',
  importance: 'low',
  title: 'The title has 10 to 60 characters',
  advice:
    'Put what tells this page from others into the first 60 characters of the title; search results may cut the rest.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page }) => {
    const found = titleOf(page);
    if (!found) return { status: 'na', summary: 'The page has no title.' };
    const length = lengthOf(found.text);
    const evidence = [tagEvidence(found)];
    // Five Chinese characters say as much as ten Latin ones.
    if (widthOf(found.text) < shortest) {
      return {
        status: 'warn',
        summary: `The title is short: ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value: length,
        evidence,
      };
    }
    if (length > longest) {
      return {
        status: 'warn',
        summary: `The title has ${length} characters; search results may cut it at about ${longest}.`,
        value: length,
        evidence,
      };
    }
    return { status: 'pass', summary: `The title has ${length} characters.`, value: length };
  },
};
