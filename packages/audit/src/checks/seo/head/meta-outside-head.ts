import { tagsEvidence } from '../../../readings/evidence.ts';
import { tagNames, tagsCutOff, tagsOutsideHead } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

/**
 * Search engines read these tags in the head. In the body, which may hold text of users, they ignore most; Google
 * reads a title and robots directives there, too.
 * The check `head-broken` reports tags that something cut off from the head, `meta-description` reports the
 * description.
 */
export const metaOutsideHead: Check = {
  id: 'meta-outside-head',
  category: 'seo',
  importance: 'medium',
  reads: 'source',
  family: 'head',
  title: 'Tags for search engines are in the <head>',
  advice: 'Move the quoted tags into the <head>.',
  why: 'Tags in the wrong place may be ignored, such as the one that names the URL to show in search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const cutOff = new Set(tagsCutOff(page).map(({ tag }) => tag));
    const outside = tagsOutsideHead(page).filter(
      ({ kind, tag }) => kind !== 'description' && !cutOff.has(tag),
    );
    if (outside.length === 0) {
      return {
        status: 'pass',
        summary: 'No tag for search engines was placed outside the <head>.',
      };
    }
    const kinds = [...new Set(outside.map(({ kind }) => kind))];
    return {
      // Browsers and search results show a title that is outside the head, too. Google follows robots directives there.
      status: kinds.some((kind) => kind !== 'title' && kind !== 'robots') ? 'fail' : 'warn',
      summary: `Outside the <head>: ${kinds.map((kind) => tagNames[kind]).join(', ')}.`,
      value: { kinds, tags: outside.length },
      evidence: tagsEvidence(outside),
    };
  },
};
