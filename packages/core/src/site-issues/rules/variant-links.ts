import type { SiteRule } from '../site-rule.ts';
import { pagesLink, urlText } from './words.ts';

/** Links are written with the scheme and host of the site, not with one that redirects to it. */
export const variantLinks: SiteRule = {
  id: 'variant-links',
  category: 'seo',
  importance: 'low',
  title: 'Links within the site use its own scheme and host',
  advice:
    'Write the links on the listed pages as paths (/contact), or with the https:// and the host that the site uses, so that they need no redirect.',
  why: 'Each of these links takes visitors to a second address of the site first, and from there to the right one.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  *find(site) {
    // Most sites have none, and reading all links takes long.
    if (!site.hasVariantLinks) return;
    const sources = new Map<number, number[]>();
    for (const index of site.pages.keys()) {
      yield null;
      for (const { to, isVariant } of site.linksOf(index)) {
        if (!isVariant) continue;
        const others = sources.get(to);
        if (others) others.push(index);
        else sources.set(to, [index]);
      }
    }
    for (const [to, pages] of sources) {
      yield null;
      const { url } = site.pages[to] ?? { url: '' };
      yield {
        summary: `${pagesLink(pages.length)} to ${urlText(url)} with another scheme (http://) or host.`,
        pages,
        target: url,
      };
    }
  },
};
