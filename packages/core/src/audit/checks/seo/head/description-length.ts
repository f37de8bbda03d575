import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { descriptionOf } from './descriptions.ts';
import { lengthOf, widthOf } from './text-length.ts';

/**
 * Google names no bound and cuts by width. Tools agree on about 155 to 160 characters, the width of
 * two lines on a desktop, and on 50 to 80 for one that says too little: rules of thumb, never a fail.
 */
const shortest = 50;
const longest = 160;

/** A description that search results show whole, and that says something. */
export const descriptionLength: Check = {
  id: 'description-length',
  category: 'seo',
  importance: 'low',
  title: 'The meta description has 50 to 160 characters',
  advice:
    'Say what the reader finds on this page in one or two sentences of 50 to 160 characters, the most important first; search results may cut the rest.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  run: ({ page }) => {
    const found = descriptionOf(page);
    if (!found) return { status: 'na', summary: 'The page has no meta description.' };
    const length = lengthOf(found.text);
    const evidence = [tagEvidence(found.tag)];
    if (widthOf(found.text) < shortest) {
      return {
        status: 'warn',
        summary: `The meta description is short: ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value: length,
        evidence,
      };
    }
    if (length > longest) {
      return {
        status: 'warn',
        summary: `The meta description has ${length} characters; search results may cut it at about ${longest}.`,
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
