import { languageVersionsOf } from '../../../readings/language-versions.ts';
import type { Check } from '../../check.ts';

/** The version for visitors whose language has no version. */
export const hreflangXDefault: Check = {
  id: 'hreflang-x-default',
  category: 'seo',
  importance: 'info',
  family: 'hreflang',
  title: 'The page names a version for all other languages',
  advice:
    'Add a version for visitors whose language you do not offer, such as a page to choose a language: <link rel="alternate" hreflang="x-default" href="https://example.com/">.',
  why: 'Visitors whose language is missing may be sent to any version, instead of one that is meant for them.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page has no hreflang links.' };
    }
    const fallback = versions.find(({ isDefault }) => isDefault);
    if (!fallback) {
      return { status: 'warn', summary: 'The page has no hreflang="x-default" link.' };
    }
    return {
      status: 'pass',
      summary: `Visitors with any other language are sent to ${fallback.href}.`,
      value: fallback.href,
      evidence: [fallback.evidence],
    };
  },
};
