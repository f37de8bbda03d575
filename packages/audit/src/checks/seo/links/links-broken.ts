import { checkBroken } from '../../../probes/broken-urls.ts';
import type { Check } from '../../check.ts';

/**
 * Links to other pages of the site lead to existing pages.
 *
 * @remarks Only a sample is requested.
 */
export const linksBroken: Check = {
  id: 'links-broken',
  category: 'seo',
  importance: 'high',
  title: 'Links to other pages of this site work',
  advice:
    'Change the href of the quoted links to pages that exist, or remove the links. If a page has moved, redirect its old URL to the new one.',
  why: 'Visitors who follow a broken link see an error and may leave the site, and search engines reach a dead end, too.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  family: 'link-targets',
  samples: ['links'],
  run: ({ probes: { links } }) =>
    checkBroken(
      links.sample.filter(({ own }) => own),
      {
        what: ['link to this site', 'links to this site'],
        total: links.internal,
        none: 'The page has no links to other pages of this site.',
      },
    ),
};
