import type { SiteRule } from '../site-rule.ts';
import { sourcesOf } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { pagesLink, urlText } from './words.ts';

/** Links are written with the scheme and host of the site, not with one that redirects to it. */
export const variantLinks: SiteRule = {
  id: 'variant-links',
  importance: 'low',
  title: 'Links within the site use its own scheme and host',
  advice:
    'Write the links on the listed pages as paths (/contact), or with the https:// and the host that the site uses, so that they need no redirect.',
  why: 'Each of these links takes visitors to a second address of the site first, and from there to the right one.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: uncheckedLinks,
  *find(site) {
    // Most sites have none, and reading all links takes long.
    if (!site.hasVariantLinks) return;
    for (const [index, { url }] of site.pages.entries()) {
      yield null;
      const pages = sourcesOf(site, index, ({ isVariant }) => isVariant);
      // A page may link to itself so.
      for (const { to, isVariant } of site.linksOf(index)) {
        if (to === index && isVariant) pages.push(index);
      }
      if (pages.length === 0) continue;
      yield {
        summary: `${pagesLink(pages.length)} to ${urlText(url)} with another scheme (http://) or host.`,
        pages,
        target: url,
      };
    }
  },
};
