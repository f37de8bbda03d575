import { tagsEvidence } from '../../../readings/evidence.ts';
import {
  type TagOutsideHead,
  tagsCutOff,
  tagsOutsideHead,
} from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

const names = {
  title: 'the title',
  robots: 'robots directives',
  canonical: 'the canonical link',
  hreflang: 'links to other languages (hreflang)',
} as const;

type Reported = TagOutsideHead & { readonly kind: keyof typeof names };

/**
 * Search engines read these tags in the head. In the body, which may hold text of users, they ignore most.
 * The check `head-broken` reports tags that something cut off from the head, `meta-description` reports the
 * description.
 */
export const metaOutsideHead: Check = {
  id: 'meta-outside-head',
  category: 'seo',
  importance: 'medium',
  family: 'head',
  title: 'Tags for search engines are in the <head>',
  advice: 'Move the quoted tags into the <head>.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const cutOff = new Set(tagsCutOff(page).map(({ tag }) => tag));
    const outside = tagsOutsideHead(page).filter(
      (found): found is Reported => found.kind !== 'description' && !cutOff.has(found.tag),
    );
    if (outside.length === 0) {
      return {
        status: 'pass',
        summary: 'No tag for search engines was placed outside the <head>.',
      };
    }
    const kinds = [...new Set(outside.map(({ kind }) => kind))];
    return {
      // Browsers and search results show a title that is outside the head, too.
      status: kinds.some((kind) => kind !== 'title') ? 'fail' : 'warn',
      summary: `Outside the <head>: ${kinds.map((kind) => names[kind]).join(', ')}.`,
      value: { kinds, tags: outside.length },
      evidence: tagsEvidence(outside),
    };
  },
};
