import { elementsEvidence } from '../../../readings/evidence.ts';
import { isTooWide, pixelWidthOf, searchResultLimits } from '../../../readings/pixel-width.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { lengthOf, widthOf } from '../../../readings/text-length.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 10 characters is ours: a shorter title hardly describes a page. */
const shortest = 10;
/**
 * @remarks The limit of 60 is ours: a line of a typical result on a desktop has room for about as many, of average
 * width.
 */
const longest = 60;
const { fontSize, pixels: widest } = searchResultLimits.title;

const adviceFor = (min: number, max: number) =>
  `Write a <title> of ${min} to about ${max} characters, with the words that distinguish this page first. Google sets no limit, but cuts titles off where the space ends; the numbers are those of this report.`;

/**
 * The title is long enough to be useful and narrow enough to be shown completely in a typical result. Google
 * states no limit, and half of all real titles are too wide, so the check never fails.
 */
export const titleLength: Check<'min' | 'max'> = {
  id: 'title-length',
  category: 'seo',
  importance: 'low',
  family: 'title',
  title: 'The title fits in search results',
  advice: adviceFor(shortest, longest),
  why: 'Search results cut off long titles, so the words that set this page apart may be lost; very short ones say too little.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  options: {
    min: {
      default: shortest,
      min: 0,
      max: 100,
      unit: 'characters',
      description:
        'Shorter titles are a warning. Chinese, Japanese and Korean characters count twice.',
    },
    max: {
      default: longest,
      min: 20,
      max: 200,
      unit: 'characters',
      description: 'Wider titles than this many characters of average width are a warning.',
    },
  },
  run: (facts, { min, max }) => {
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
    const advice = adviceFor(min, max);
    // Five Chinese characters carry as much meaning as ten Latin ones.
    if (widthOf(found.text) < min) {
      return {
        status: 'warn',
        summary: `The title has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value,
        evidence,
        advice,
      };
    }
    const space = Math.round((widest * max) / longest);
    const spaceText =
      max === longest ? 'a line of a typical search result has room for' : 'the limit is';
    const summary = `The title has ${length} characters and is about ${pixels} pixels wide; ${spaceText} about ${space}.`;
    return isTooWide(pixels, space)
      ? { status: 'warn', summary, value, evidence, advice }
      : { status: 'pass', summary, value };
  },
};
