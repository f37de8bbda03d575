import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** `rel` values with which search engines may ignore a link. */
const ignoring: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored']);

/** Links of WordPress to share a page and to reply to a comment: they lead to no page of their own. */
const action = /[?&](?:share|replytocom)=/i;

/** A site vouches for links to itself. Links to a cart or a login are an exception: no weight. */
export const linkNofollowInternal: Check = {
  id: 'link-nofollow-internal',
  category: 'seo',
  importance: 'info',
  title: 'Internal links are not marked nofollow',
  advice:
    'Remove nofollow, ugc and sponsored from links to your own pages. Use noindex to keep a page out of search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  run: ({ urls: { links } }) => {
    const internal = links.filter(({ kind }) => kind === 'internal');
    if (internal.length === 0) {
      return { status: 'na', summary: 'The page has no internal links.' };
    }
    const marked = internal.filter(
      ({ tag }) => tag.rel.some((word) => ignoring.has(word)) && !action.test(tag.href ?? ''),
    );
    const value = { links: internal.length, marked: marked.length };
    if (marked.length === 0) {
      const summary = `Internal links marked nofollow, ugc or sponsored: 0 of ${internal.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${marked.length} of ${internal.length} internal links ${marked.length === 1 ? 'is' : 'are'} marked nofollow, ugc or sponsored.`,
      value,
      evidence: tagsEvidence(marked),
    };
  },
};
