import type { Check } from '../../check.ts';
import { articleDatesAgree } from './article-dates-agree.ts';
import { articleDatesPossible } from './article-dates-possible.ts';
import { copyrightYear } from './copyright-year.ts';
import { languagesAgree } from './languages-agree.ts';
import { ogUrl } from './og-url.ts';
import { phoneAgrees } from './phone-agrees.ts';
import { titleYear } from './title-year.ts';

/** What a page states in several places. */
export const agreementChecks: readonly Check[] = [
  articleDatesAgree,
  articleDatesPossible,
  titleYear,
  copyrightYear,
  ogUrl,
  languagesAgree,
  phoneAgrees,
];
