import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { canonicalTagsOf } from './canonical-links.ts';

/** With such an attribute Google takes a canonical link for one to another version of the page. */
export const canonicalAttributes: Check = {
  id: 'canonical-attributes',
  category: 'seo',
  importance: 'low',
  title: 'The canonical link is for every language and device',
  advice:
    'Remove hreflang, lang, media and type from the canonical link. For versions in other languages use <link rel="alternate" hreflang="…">.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: ({ page }) => {
    const tags = canonicalTagsOf(page);
    if (tags.length === 0) {
      return { status: 'na', summary: 'The <head> declares no canonical link.' };
    }
    const bad = tags.filter(({ attributes }) => attributes.length > 0);
    if (bad.length === 0) {
      return { status: 'pass', summary: 'The canonical link has no attribute that limits it.' };
    }
    const attributes = [...new Set(bad.flatMap(({ attributes }) => attributes))];
    return {
      status: 'fail',
      summary: `Search engines leave the canonical link out, because it has ${attributes.join(', ')}.`,
      value: attributes,
      evidence: bad.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
    };
  },
};
