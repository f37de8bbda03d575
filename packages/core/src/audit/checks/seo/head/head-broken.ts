import type { SourceTag } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { tagsOutsideHead } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

/** An element that is not allowed in the head ends it: search engines ignore most tags after it. */
export const headBroken: Check = {
  id: 'head-broken',
  category: 'seo',
  importance: 'medium',
  title: 'Nothing ends the <head> early',
  advice:
    'Keep only title, meta, link, base, style, script, noscript and template elements in the <head>, and one <head> and one <body> in the page. Move everything else, such as <img>, <iframe>, <div> or text, into the <body>.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const { headBrokenBy } = page;
    const lateBody = headBrokenBy && page.strayTags.find(({ html }) => /^<body\b/i.test(html));
    const strayTags = page.strayTags.filter((tag) => tag !== lateBody);
    const evidence = [...(headBrokenBy ? [headBrokenBy] : []), ...strayTags]
      .slice(0, 25)
      .map(tagEvidence);
    if (headBrokenBy !== null) {
      // Tags after the page's own <body> were never meant for the head.
      const cutOff = tagsOutsideHead(page).filter(
        ({ tag }) => isBefore(headBrokenBy, tag) && !(lateBody && isBefore(lateBody, tag)),
      );
      return {
        status: cutOff.length > 0 ? 'fail' : 'warn',
        summary:
          cutOff.length > 0
            ? `The <head> ends early, on line ${headBrokenBy.line}; search engines ignore ${cutOff.length} ${cutOff.length === 1 ? 'tag' : 'tags'} after it.`
            : `The <head> ends early, on line ${headBrokenBy.line}; no tag for search engines is affected so far.`,
        value: { line: headBrokenBy.line, cutOff: cutOff.length, strayTags: strayTags.length },
        evidence,
      };
    }
    if (strayTags.length > 0) {
      return {
        status: 'warn',
        summary: `The page has more than one <head> or <body>: ${strayTags.length} extra ${strayTags.length === 1 ? 'tag' : 'tags'}.`,
        value: { strayTags: strayTags.length },
        evidence,
      };
    }
    return { status: 'pass', summary: 'The <head> contains only elements that belong there.' };
  },
};

function isBefore(one: SourceTag, other: SourceTag): boolean {
  return one.line < other.line || (one.line === other.line && one.column <= other.column);
}
