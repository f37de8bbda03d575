import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/** Words of `rel` by which search engines may pass a link over. */
const passing: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored']);

/** The site vouches for links to itself. Some, as to a cart or a login, need not be: it weighs nothing. */
export const linkNofollowInternal: Check = {
  id: 'link-nofollow-internal',
  category: 'seo',
  importance: 'info',
  title: 'Links within the site are not marked nofollow',
  advice:
    'Remove nofollow, ugc and sponsored from links to pages of your own that are to be found; keep pages away from search engines by noindex instead.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  run: ({ urls: { links } }) => {
    const internal = links.filter(({ kind }) => kind === 'internal');
    if (internal.length === 0) {
      return { status: 'na', summary: 'The page has no links to other pages of its site.' };
    }
    const marked = internal.filter(({ tag }) => tag.rel.some((word) => passing.has(word)));
    const value = { links: internal.length, marked: marked.length };
    if (marked.length === 0) {
      return { status: 'pass', summary: 'No link within the site is marked nofollow.', value };
    }
    return {
      status: 'warn',
      summary: `${marked.length} of ${internal.length} links within the site ${marked.length === 1 ? 'is' : 'are'} marked nofollow, ugc or sponsored.`,
      value,
      evidence: tagsEvidence(marked),
    };
  },
};
