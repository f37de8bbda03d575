import { canonicalTagsOf } from '../../../readings/canonical-links.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** With such an attribute Google reads the canonical link as one for another version of the page. */
export const canonicalAttributes: Check = {
  id: 'canonical-attributes',
  category: 'seo',
  importance: 'low',
  family: 'canonical',
  title: 'The canonical link applies to every language and device',
  advice:
    'Remove hreflang, lang, media and type from the canonical link. For versions in other languages, use <link rel="alternate" hreflang="…">.',
  why: 'Google does not use a canonical link with such limits, and may choose another URL of the page to show in results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: ({ page }) => {
    const tags = canonicalTagsOf(page);
    if (tags.length === 0) {
      return { status: 'na', summary: 'The <head> has no canonical link.' };
    }
    const bad = tags.filter(({ attributes }) => attributes.length > 0);
    if (bad.length === 0) {
      return {
        status: 'pass',
        summary: 'The canonical link has none of the attributes hreflang, lang, media and type.',
      };
    }
    const attributes = [...new Set(bad.flatMap(({ attributes }) => attributes))];
    return {
      status: 'fail',
      summary: `Search engines ignore the canonical link because it has ${attributes.join(', ')}.`,
      value: attributes,
      evidence: bad.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
    };
  },
};
