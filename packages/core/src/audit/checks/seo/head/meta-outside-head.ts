import { tagEvidence } from '../../../readings/evidence.ts';
import { type TagOutsideHead, tagsOutsideHead } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

const names: Readonly<Record<TagOutsideHead['kind'], string>> = {
  title: 'the title',
  description: 'the meta description',
  robots: 'robots directives',
  canonical: 'the canonical link',
  hreflang: 'links to other languages (hreflang)',
};

/**
 * Search engines read these tags in the head. In the body, which may hold text of users, they ignore most.
 */
export const metaOutsideHead: Check = {
  id: 'meta-outside-head',
  category: 'seo',
  importance: 'medium',
  title: 'Tags for search engines are in the <head>',
  advice:
    'Move the title, description, robots, canonical and hreflang tags into the <head>. If they are already there in the source, something above them ends the head early: an <img>, an <iframe>, a <div> or text.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const outside = tagsOutsideHead(page);
    if (outside.length === 0) {
      return { status: 'pass', summary: 'No tag for search engines was found outside the <head>.' };
    }
    const kinds = [...new Set(outside.map(({ kind }) => kind))];
    const breaking = page.headBrokenBy;
    return {
      // Browsers and search results show a title that is outside the head, too.
      status: kinds.some((kind) => kind !== 'title') ? 'fail' : 'warn',
      summary: `Outside the <head>: ${kinds.map((kind) => names[kind]).join(', ')}.${
        breaking ? ` It ends early, on line ${breaking.line}.` : ''
      }`,
      value: { kinds, tags: outside.length },
      evidence: [...(breaking ? [breaking] : []), ...outside.map(({ tag }) => tag)]
        .slice(0, 25)
        .map(tagEvidence),
    };
  },
};
