import type { Check } from '../../check.ts';

/** The page leads on to others: without links it is a dead end for visitors and for crawlers. */
export const linksNone: Check = {
  id: 'links-none',
  category: 'seo',
  importance: 'medium',
  title: 'The page links to other pages',
  advice:
    'Link to the pages that go with this one, and to the home page at least, as in <a href="/">Home</a>. Links that only a script adds are not seen by every crawler.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ page, urls: { links } }) => {
    const internal = links.filter(({ kind }) => kind === 'internal').length;
    const external = links.filter(({ kind }) => kind === 'external').length;
    const areas = page.roles.filter(
      ({ element, href }) => element === 'area' && href?.trim(),
    ).length;
    const value = { internal, external, areas };
    const total = internal + external + areas;
    if (total > 0) {
      const summary = `The page has ${total} ${total === 1 ? 'link' : 'links'} to other pages.`;
      return { status: 'pass', summary, value };
    }
    const isFrameset = page.obsolete.some(({ element }) => element === 'frame');
    if (isFrameset || page.frames.some(({ src }) => src?.trim())) {
      return {
        status: 'na',
        summary: 'The page shows another one in a frame, whose links are not known.',
        value,
      };
    }
    // A site may be one page, and lead about in it.
    return links.some(({ kind }) => kind === 'self' || kind === 'other')
      ? { status: 'warn', summary: 'The page has links, but none to another page.', value }
      : { status: 'fail', summary: 'The page has no links at all.', value };
  },
};
