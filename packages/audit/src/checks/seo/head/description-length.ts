import { descriptionOf } from '../../../readings/descriptions.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { isTooWide, pixelWidthOf, searchResultLimits } from '../../../readings/pixel-width.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { lengthOf, widthOf } from '../../../readings/text-length.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 50 characters is ours: Google calls two words too short, and states no number. */
const shortest = 50;
/** @remarks The limit of 155 is ours: a typical result on a desktop has room for about as many, of average width. */
const longest = 155;
const { fontSize, pixels: widest } = searchResultLimits.description;

const adviceFor = (min: number, max: number) =>
  `Write one or two sentences of ${min} to about ${max} characters in the <meta name="description">, the most important words first. Google sets no limit, but cuts descriptions off where the space ends; the numbers are those of this report.`;

/**
 * The description is long enough to be useful and short enough to be shown completely in a typical result.
 * Google states no limit, so the check never fails.
 */
export const descriptionLength: Check<'min' | 'max'> = {
  id: 'description-length',
  category: 'seo',
  importance: 'low',
  family: 'description',
  title: 'The meta description fits in search results',
  advice: adviceFor(shortest, longest),
  why: 'Search results cut off long descriptions, and very short ones tell people too little to choose this page.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  options: {
    min: {
      default: shortest,
      min: 0,
      max: 300,
      unit: 'characters',
      description:
        'Shorter descriptions are a warning. Chinese, Japanese and Korean characters count twice.',
    },
    max: {
      default: longest,
      min: 50,
      max: 1000,
      unit: 'characters',
      description: 'Wider descriptions than this many characters of average width are a warning.',
    },
  },
  run: (facts, { min, max }) => {
    const { page } = facts;
    const found = descriptionOf(page);
    if (!found) return { status: 'na', summary: 'The <head> has no meta description.' };
    // One cause is one finding.
    if (placeholderIn(found.text, facts) !== null) {
      return { status: 'na', summary: 'The meta description is a placeholder.' };
    }
    const length = lengthOf(found.text);
    const pixels = pixelWidthOf(found.text, fontSize);
    const value = { characters: length, pixels };
    const evidence = [tagEvidence(found.tag)];
    const advice = adviceFor(min, max);
    if (widthOf(found.text) < min) {
      return {
        status: 'warn',
        summary: `The meta description has only ${length} ${length === 1 ? 'character' : 'characters'}.`,
        value,
        evidence,
        advice,
      };
    }
    const space = Math.round((widest * max) / longest);
    const spaceText = max === longest ? 'a typical search result has room for' : 'the limit is';
    const summary = `The meta description has ${length} characters and is about ${pixels} pixels wide; ${spaceText} about ${space}.`;
    return isTooWide(pixels, space)
      ? { status: 'warn', summary, value, evidence, advice }
      : { status: 'pass', summary, value };
  },
};
