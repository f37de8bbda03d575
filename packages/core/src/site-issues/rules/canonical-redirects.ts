import type { SiteRule } from '../site-rule.ts';
import { canonicalsTo } from './canonicals.ts';
import { hasMoved, redirectsReason } from './pages.ts';
import { urlText } from './words.ts';

/** Canonical links lead to final URLs. */
export const canonicalRedirects: SiteRule = {
  id: 'canonical-redirects',
  category: 'seo',
  importance: 'medium',
  title: 'Canonical links lead to final URLs',
  advice:
    'Change the <link rel="canonical"> of the listed pages to the URL that the redirect leads to.',
  why: 'The recommended URL passes search engines on to another one, so they may choose by themselves which one to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unknown: redirectsReason,
  find: (site) =>
    canonicalsTo(site, hasMoved, ({ location }) => `redirects to ${urlText(location ?? '')}`),
};
