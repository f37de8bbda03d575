import type { Check } from '../../check.ts';

/** @remarks The limit of 400 links is ours: Google states none, and 70 of 73 real pages have no more, as of 2026-11. */
const many = 400;

/** The page has no more links than visitors can scan. */
export const linksCount: Check<'max'> = {
  id: 'links-count',
  category: 'seo',
  importance: 'info',
  title: 'The page has a moderate number of links',
  advice:
    'Consider removing links that repeat others, and moving long lists of links to separate pages. Search engines set no limit: it is that of this report.',
  why: 'Among very many links, visitors need longer to find the one that helps them.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  options: {
    max: {
      default: many,
      min: 1,
      max: 10000,
      unit: 'links',
      description: 'A page with more links is a warning.',
    },
  },
  run: ({ page, urls: { links, otherLinks } }, { max }) => {
    const internal = links.filter(({ kind }) => kind === 'self' || kind === 'internal').length;
    const external = links.filter(({ kind }) => kind === 'external').length;
    const areas = otherLinks.filter(({ tag }) => tag.href?.trim()).length;
    const places = page.svgLinks.length > 0 ? 'image maps and SVG' : 'image maps';
    const total = internal + external + areas;
    const value = { links: total, internal, external, areas, limit: max };
    const found = `The page has ${total} ${total === 1 ? 'link' : 'links'}, ${internal} of them within the site${areas > 0 ? ` and ${areas} in ${places}` : ''}`;
    return total > max
      ? { status: 'warn', summary: `${found}; the limit of this report is ${max}.`, value }
      : { status: 'pass', summary: `${found}.`, value };
  },
};
