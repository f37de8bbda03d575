import { checkBroken } from '../../../probes/broken-urls.ts';
import type { Check } from '../../check.ts';

/**
 * Links to other sites lead to existing pages.
 *
 * @remarks Only a sample is requested.
 */
export const linksBrokenExternal: Check = {
  id: 'links-broken-external',
  category: 'seo',
  importance: 'low',
  title: 'Links to other sites work',
  advice: 'Remove the quoted links, or change their href to a page that exists.',
  why: 'Visitors who follow such a link see an error, which makes the page look neglected.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  family: 'link-targets',
  samples: ['externalLinks'],
  run: ({ probes: { links } }) =>
    checkBroken(
      links.sample.filter(({ own }) => !own),
      {
        what: ['link to another site', 'links to other sites'],
        total: links.external,
        none: 'The page has no links to other sites.',
      },
    ),
};
