import type { Check } from '../../check.ts';
import { articleAuthor } from './article-author.ts';
import { articleDate } from './article-date.ts';
import { blankPage } from './blank-page.ts';
import { garbledText } from './garbled-text.ts';
import { h1 } from './h1.ts';
import { headingLength } from './heading-length.ts';
import { jsDependent } from './js-dependent.ts';
import { keywordDensity } from './keyword-density.ts';
import { keywordsInContent } from './keywords-in-content.ts';
import { loremIpsum } from './lorem-ipsum.ts';
import { placeholderPage } from './placeholder-page.ts';
import { readability } from './readability.ts';
import { soft404Text } from './soft-404-text.ts';
import { words } from './words.ts';

/** Headings and text. */
export const contentChecks: readonly Check[] = [
  blankPage,
  placeholderPage,
  h1,
  headingLength,
  keywordsInContent,
  keywordDensity,
  words,
  jsDependent,
  loremIpsum,
  garbledText,
  articleAuthor,
  articleDate,
  soft404Text,
  readability,
];
