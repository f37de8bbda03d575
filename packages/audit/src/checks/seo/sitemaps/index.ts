import type { Check } from '../../check.ts';
import { sitemapContainsUrl } from './sitemap-contains-url.ts';
import { sitemapLastmod } from './sitemap-lastmod.ts';
import { sitemapPageDate } from './sitemap-page-date.ts';
import { sitemapPresent } from './sitemap-present.ts';
import { sitemapValid } from './sitemap-valid.ts';

/** The sitemaps of the site. */
export const sitemapChecks: readonly Check[] = [
  sitemapPresent,
  sitemapValid,
  sitemapContainsUrl,
  sitemapLastmod,
  sitemapPageDate,
];
