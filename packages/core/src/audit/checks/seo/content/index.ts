import type { Check } from '../../check.ts';
import { h1 } from './h1.ts';
import { headingEmpty } from './heading-empty.ts';
import { headingLength } from './heading-length.ts';
import { headingOrder } from './heading-order.ts';
import { jsDependent } from './js-dependent.ts';
import { keywordDensity } from './keyword-density.ts';
import { keywordsInContent } from './keywords-in-content.ts';
import { langMatchesText } from './lang-matches-text.ts';
import { loremIpsum } from './lorem-ipsum.ts';
import { readability } from './readability.ts';
import { soft404Text } from './soft-404-text.ts';
import { textRatio } from './text-ratio.ts';
import { words } from './words.ts';

/** Headings and text. */
export const contentChecks: readonly Check[] = [
  h1,
  headingOrder,
  headingEmpty,
  headingLength,
  keywordsInContent,
  keywordDensity,
  words,
  jsDependent,
  langMatchesText,
  loremIpsum,
  soft404Text,
  readability,
  textRatio,
];
