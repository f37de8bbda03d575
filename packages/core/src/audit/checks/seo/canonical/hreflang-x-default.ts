import type { Check } from '../../check.ts';
import { languageVersionsOf } from './language-versions.ts';

/** Where readers are sent whose language no version has. */
export const hreflangXDefault: Check = {
  id: 'hreflang-x-default',
  category: 'seo',
  importance: 'info',
  title: 'The page names a version for all other languages',
  advice:
    'You may add a version for readers of all other languages, such as a page where they choose one: <link rel="alternate" hreflang="x-default" href="https://example.com/">.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page names no versions in other languages.' };
    }
    const fallback = versions.find(({ isDefault }) => isDefault);
    if (!fallback) {
      return { status: 'warn', summary: 'No version is for readers of all other languages.' };
    }
    return {
      status: 'pass',
      summary: `Readers of all other languages are sent to ${fallback.href}.`,
      value: fallback.href,
      evidence: [fallback.evidence],
    };
  },
};
