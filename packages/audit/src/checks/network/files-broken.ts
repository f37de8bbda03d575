import { checkBroken } from '../../probes/broken-urls.ts';
import type { Check } from '../check.ts';

/**
 * The scripts and style sheets of the page exist.
 *
 * @remarks That they should exist is our conclusion; only a sample is requested.
 */
export const filesBroken: Check = {
  id: 'files-broken',
  category: 'seo',
  importance: 'high',
  title: 'The scripts and style sheets of the page can be loaded',
  advice:
    'Upload the missing files, correct the URLs in the quoted tags, or remove the tags if the page does not need them.',
  why: 'The page may look broken or not react to clicks, for visitors as well as for Google.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  family: 'page-files',
  samples: ['resources'],
  run: ({ probes: { resources } }) =>
    checkBroken(resources.sample, {
      what: ['script or style sheet', 'scripts and style sheets'],
      total: resources.total,
      none: 'The page loads no scripts or style sheets.',
    }),
};
