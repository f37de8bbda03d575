import { elementsEvidence } from '../../../readings/evidence.ts';
import { isTooWide, pixelWidthOf, searchResultLimits } from '../../../readings/pixel-width.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { lengthOf, widthOf } from '../../../readings/text-length.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/** A rule of thumb: a shorter title does not describe a page. */
const shortest = 10;
const { fontSize, pixels: widest } = searchResultLimits.title;

/**
 * The title is long enough to be useful and narrow enough to be shown completely. Half of all real
 * titles are too wide, so the check never fails.
 */
export const titleLength: Check = {
  id: 'title-length',
  category: 'seo',
  importance: 'low',
  family: 'title',
  title: 'The title fits in search results',
  advice: `Write a <title> of ${shortest} to about 60 characters, with the words that distinguish this page first; search results may cut off the rest.`,
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: (facts) => {
    const { page } = facts;
    const found = titleOf(page);
    if (!found) return { status: 'na', summary: 'The page has no title.' };
    // One cause is one finding.
    if (placeholderIn(found.text, facts) !== null) {
      return { status: 'na', summary: 'The title is a placeholder.' };
    }
    const length = lengthOf(found.text);
    const pixels = pixelWidthOf(found.text, fontSize);
    const value = { characters: length, pixels };
    const evidence = elementsEvidence([found]);
    // Five Chinese characters carry as much meaning as ten Latin ones.
    if (widthOf(found.text) < shortest) {
      return {
        status: 'warn',
        summary: `The title has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value,
        evidence,
      };
    }
    const summary = `The title has ${length} characters and is about ${pixels} pixels wide; search results have room for about ${widest}.`;
    return isTooWide(pixels, widest)
      ? { status: 'warn', summary, value, evidence }
      : { status: 'pass', summary, value };
  },
};
