import type { Check } from '../../check.ts';

/** Links of a page: phpRank warns of more. A quarter of real pages has over 170, so it weighs nothing. */
const many = 150;

/** The page has no more links than visitors look through. */
export const linksCount: Check = {
  id: 'links-count',
  category: 'seo',
  importance: 'info',
  title: 'The page has a moderate number of links',
  advice:
    'Leave out links that repeat others, and put long lists of them on pages of their own: each link takes from the notice that the others get.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ urls: { links } }) => {
    const internal = links.filter(({ kind }) => kind === 'self' || kind === 'internal').length;
    const external = links.filter(({ kind }) => kind === 'external').length;
    const total = internal + external;
    const value = { links: total, internal, external, limit: many };
    const found = `The page has ${total} ${total === 1 ? 'link' : 'links'}, ${internal} of them within the site`;
    return total > many
      ? { status: 'warn', summary: `${found}; up to ${many} are easy to look through.`, value }
      : { status: 'pass', summary: `${found}.`, value };
  },
};
