import type { Check } from '../../check.ts';

/** The limit of phpRank. A quarter of real pages has more than 170 links, so the check has no weight. */
const many = 150;

/** The page has no more links than visitors can scan. */
export const linksCount: Check<'max'> = {
  id: 'links-count',
  category: 'seo',
  importance: 'info',
  title: 'The page has a moderate number of links',
  advice:
    'Remove links that repeat others, and move long lists of links to separate pages: every link competes for the attention of visitors.',
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
  run: ({ page, urls: { links } }, { max }) => {
    const internal = links.filter(({ kind }) => kind === 'self' || kind === 'internal').length;
    const external = links.filter(({ kind }) => kind === 'external').length;
    const areas = page.roles.filter(
      ({ element, href }) => element === 'area' && href?.trim(),
    ).length;
    const total = internal + external + areas;
    const value = { links: total, internal, external, areas, limit: max };
    const found = `The page has ${total} ${total === 1 ? 'link' : 'links'}, ${internal} of them within the site${areas > 0 ? ` and ${areas} in image maps` : ''}`;
    return total > max
      ? { status: 'warn', summary: `${found}; more than ${max} are hard to scan.`, value }
      : { status: 'pass', summary: `${found}.`, value };
  },
};
