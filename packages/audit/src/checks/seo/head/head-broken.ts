import { tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import { bodyAfterBreak, tagNames, tagsCutOff } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

/** An element that is not allowed in the head ends it: search engines ignore most tags after it. */
export const headBroken: Check = {
  id: 'head-broken',
  category: 'seo',
  importance: 'medium',
  reads: 'source',
  family: 'head',
  title: 'The <head> contains only what belongs there',
  advice:
    'Keep only title, meta, link, base, style, script, noscript and template elements in the <head>, and one <head> and one <body> in the page. Move everything else, such as <img>, <iframe>, <div> or text, into the <body>.',
  why: 'Google ignores tags that come after the place where the head ends, such as the one that names the URL to show in results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  run: ({ page }) => {
    const { headBrokenBy } = page;
    const lateBody = bodyAfterBreak(page);
    const strayTags = page.strayTags.filter((tag) => tag !== lateBody);
    const evidence = [...(headBrokenBy ? [headBrokenBy] : []), ...strayTags]
      .slice(0, 25)
      .map(tagEvidence);
    if (headBrokenBy !== null) {
      const cutOff = tagsCutOff(page);
      const names = [...new Set(cutOff.map(({ kind }) => tagNames[kind]))];
      const { line } = headBrokenBy;
      const value = { line, cutOff: cutOff.length, strayTags: strayTags.length };
      // The check `meta-description` reports that one, with the same cause.
      if (cutOff.length > 0 && cutOff.every(({ kind }) => kind === 'description')) {
        const summary = `The <head> ends early, on line ${line}; only the meta description is affected.`;
        return { status: 'na', summary, value, evidence };
      }
      return {
        status: cutOff.length > 0 ? 'fail' : 'warn',
        summary:
          cutOff.length > 0
            ? `The <head> ends early, on line ${line}; search engines do not read what follows: ${names.join(', ')}.`
            : `The <head> ends early, on line ${line}; no tag for search engines is affected so far.`,
        value,
        evidence: [...evidence, ...tagsEvidence(cutOff)].slice(0, 25),
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
