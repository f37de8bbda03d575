import type { Outcome } from '../../../outcome.ts';
import { namesText, tagsEvidence } from '../../../readings/evidence.ts';
import { isStreamed } from '../../../readings/streamed-parts.ts';
import { tagNames, tagsCutOff, tagsOutsideHead } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

/**
 * Search engines read these tags in the head. In the body, which may hold text of users, they ignore most; Google reads
 * a title and robots directives there, too. The check `head-broken` reports tags that something cut off from the head,
 * `meta-description` reports the description.
 *
 * @remarks What Next.js 15.2 and later stream into the body, for visitors and for bots that run scripts, is only a
 * warning (https://nextjs.org/docs/app/api-reference/config/next-config-js/htmlLimitedBots).
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
    const found = tagsOutsideHead(page).filter(({ tag }) => !cutOff.has(tag));
    const outside = found.filter(
      ({ kind, tag }) => kind !== 'description' && !isStreamed(page, tag),
    );
    const streamed = found.filter(({ tag }) => isStreamed(page, tag));
    if (outside.length === 0 && streamed.length > 0) return streamedOutcome(streamed);
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

/** What React sends after the head: bots that wait for it read it. */
function streamedOutcome(tags: ReturnType<typeof tagsOutsideHead>): Outcome {
  const kinds = [...new Set(tags.map(({ kind }) => kind))];
  return {
    status: 'warn',
    summary: `React streams tags into the <body>, after the <head> was sent: ${namesText(kinds.map((kind) => tagNames[kind]))}. Google reads them after it has run scripts; bots that run none do not.`,
    value: { kinds, tags: tags.length },
    evidence: tagsEvidence(tags),
    advice:
      'In Next.js 15.2 and later, this is streaming metadata. Set htmlLimitedBots in next.config to a pattern of the bots that must get the tags in the <head>, or to /.*/ for all; it replaces the default list, which has Bingbot, Twitterbot and Slackbot. In other frameworks, load what these tags need before the page is sent.',
  };
}
