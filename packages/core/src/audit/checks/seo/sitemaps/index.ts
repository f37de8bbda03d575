import type { Check } from '../../check.ts';
import { sitemapContainsUrl } from './sitemap-contains-url.ts';
import { sitemapPresent } from './sitemap-present.ts';
import { sitemapValid } from './sitemap-valid.ts';

/** The sitemaps of the site. */
export const sitemapChecks: readonly Check[] = [sitemapPresent, sitemapValid, sitemapContainsUrl];
