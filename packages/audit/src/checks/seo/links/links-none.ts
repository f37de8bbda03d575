import { blankContent, isBare, missingContent } from '../../../readings/app-shell.ts';
import type { Check } from '../../check.ts';

/**
 * Without links to other pages, a page is a dead end for visitors and crawlers.
 *
 * @remarks That every page should have a link is our conclusion.
 */
export const linksNone: Check = {
  id: 'links-none',
  category: 'seo',
  importance: 'medium',
  title: 'The page links to other pages',
  advice:
    'Add links to related pages, and at least to the home page: <a href="/">Home</a>. Some crawlers do not see links that only a script adds.',
  why: 'Visitors reach a dead end here, and search engines discover new pages by links.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ page, urls: { links, otherLinks } }) => {
    const internal = links.filter(({ kind }) => kind === 'internal').length;
    const external = links.filter(({ kind }) => kind === 'external').length;
    const areas = otherLinks.filter(
      ({ kind }) => kind === 'internal' || kind === 'external',
    ).length;
    const value = { internal, external, areas };
    const total = internal + external + areas;
    if (total > 0) {
      const summary = `The page has ${total} ${total === 1 ? 'link' : 'links'} to other pages.`;
      return { status: 'pass', summary, value };
    }
    const missing = missingContent(page) ?? (isBare(page) ? blankContent : null);
    if (missing) return { ...missing, value };
    const isFrameset = page.obsolete.some(({ element }) => element === 'frame');
    if (isFrameset || page.frames.some(({ src }) => src?.trim())) {
      return {
        status: 'na',
        summary: 'The page shows another page in a frame, whose links are unknown.',
        value,
      };
    }
    // A one-page site links only to its own sections.
    return links.some(({ kind }) => kind === 'self' || kind === 'other')
      ? { status: 'warn', summary: 'The page has links, but none to another page.', value }
      : { status: 'fail', summary: 'The page has no links.', value };
  },
};
