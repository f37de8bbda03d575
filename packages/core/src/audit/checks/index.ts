import type { Check } from './check.ts';
import { favicon } from './miscellaneous/favicon.ts';
import { compression } from './performance/compression.ts';
import { https } from './security/https.ts';
import { canonical } from './seo/canonical.ts';
import { canonicalOther } from './seo/canonical-other.ts';
import { charset } from './seo/charset.ts';
import { h1 } from './seo/h1.ts';
import { httpStatus } from './seo/http-status.ts';
import { imageAlt } from './seo/image-alt.ts';
import { indexableHeader } from './seo/indexable-header.ts';
import { indexableMeta } from './seo/indexable-meta.ts';
import { indexableRobotsTxt } from './seo/indexable-robots-txt.ts';
import { lang } from './seo/lang.ts';
import { linksBroken } from './seo/links-broken.ts';
import { metaDescription } from './seo/meta-description.ts';
import { notFoundStatus } from './seo/not-found-status.ts';
import { sitemapContainsUrl } from './seo/sitemap-contains-url.ts';
import { sitemapPresent } from './seo/sitemap-present.ts';
import { sitemapValid } from './seo/sitemap-valid.ts';
import { title } from './seo/title.ts';
import { titleLength } from './seo/title-length.ts';
import { viewport } from './seo/viewport.ts';

/**
 * Changes whenever a check, a weight, a threshold or a gate does: scores of different versions do
 * not compare.
 */
export const rulesetVersion = '1';

/** Every check, in the order in which reports list them. */
export const ruleset: readonly Check[] = [
  httpStatus,
  indexableMeta,
  indexableHeader,
  indexableRobotsTxt,
  title,
  titleLength,
  metaDescription,
  h1,
  lang,
  viewport,
  charset,
  canonical,
  canonicalOther,
  notFoundStatus,
  sitemapPresent,
  sitemapValid,
  sitemapContainsUrl,
  imageAlt,
  linksBroken,
  favicon,
  compression,
  https,
];
