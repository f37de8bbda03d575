import type { SourceTag } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { tagsOutsideHead } from './tags-outside-head.ts';

/** Whatever may not be in a head ends it: all that follows is in the body, and mostly not read there. */
export const headBroken: Check = {
  id: 'head-broken',
  category: 'seo',
  importance: 'medium',
  title: 'Nothing ends the <head> early',
  advice:
    'Keep only title, meta, link, base, style, script, noscript and template in the <head>, and one <head> and one <body> in the page. Move everything else, such as <img>, <iframe>, <div> or text, into the <body>.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const { headBrokenBy } = page;
    const lateBody = headBrokenBy && page.strayTags.find(({ html }) => /^<body\b/i.test(html));
    const strayTags = page.strayTags.filter((tag) => tag !== lateBody);
    const evidence = [...(headBrokenBy ? [headBrokenBy] : []), ...strayTags]
      .slice(0, 25)
      .map(tagEvidence);
    if (headBrokenBy !== null) {
      // What stands behind the page's own <body> was never meant for the head.
      const cutOff = tagsOutsideHead(page).filter(
        ({ tag }) => isBefore(headBrokenBy, tag) && !(lateBody && isBefore(lateBody, tag)),
      );
      return {
        status: cutOff.length > 0 ? 'fail' : 'warn',
        summary:
          cutOff.length > 0
            ? `The <head> ends early, in line ${headBrokenBy.line}: search engines do not see the tags that follow.`
            : `The <head> ends early, in line ${headBrokenBy.line}; nothing that search engines read is lost by it so far.`,
        value: { line: headBrokenBy.line, cutOff: cutOff.length, strayTags: strayTags.length },
        evidence,
      };
    }
    if (strayTags.length > 0) {
      return {
        status: 'warn',
        summary: `The page has more than one <head> or <body>: ${strayTags.length === 1 ? 'one tag' : `${strayTags.length} tags`} too many.`,
        value: { strayTags: strayTags.length },
        evidence,
      };
    }
    return { status: 'pass', summary: 'The <head> ends where it should.' };
  },
};

function isBefore(one: SourceTag, other: SourceTag): boolean {
  return one.line < other.line || (one.line === other.line && one.column <= other.column);
}
