import type { SiteRule } from '../site-rule.ts';
import { canonicalsTo } from './canonicals.ts';
import { isBrokenPage } from './pages.ts';
import { uncheckedCanonicals } from './unchecked.ts';
import { statusText } from './words.ts';

/** Canonical links lead to pages that exist. */
export const canonicalErrors: SiteRule = {
  id: 'canonical-errors',
  category: 'seo',
  importance: 'high',
  title: 'Canonical links lead to existing pages',
  advice:
    'Change the <link rel="canonical"> of the listed pages to a URL that exists: usually their own.',
  why: 'These pages recommend a URL that has no page, so search engines have to choose by themselves which one to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: uncheckedCanonicals,
  find: (site) =>
    canonicalsTo(site, (target) =>
      isBrokenPage(target) ? `responds with ${statusText(target)}` : null,
    ),
};
