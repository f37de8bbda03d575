import type { SiteRule } from '../site-rule.ts';
import { canonicalsTo } from './canonicals.ts';
import { uncheckedCanonicals } from './unchecked.ts';

/** Canonical links lead to pages that search engines may show: otherwise neither page may appear. */
export const canonicalNoindex: SiteRule = {
  id: 'canonical-noindex',
  importance: 'high',
  title: 'Canonical links lead to pages that can be indexed',
  advice:
    'Remove noindex from the canonical page, or change the <link rel="canonical"> of the listed pages to a page that search engines may show.',
  why: 'These pages send search engines to one that asks to stay out of the results, so both may be missing there.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: uncheckedCanonicals,
  find: (site) => canonicalsTo(site, ({ outline }) => (outline?.noindex ? 'has noindex' : null)),
};
