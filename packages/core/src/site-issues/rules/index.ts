import type { SiteRule } from '../site-rule.ts';
import { blockedLinks } from './blocked-links.ts';
import { brokenImages } from './broken-images.ts';
import { brokenLinks } from './broken-links.ts';
import { brokenSeries } from './broken-series.ts';
import { canonicalErrors } from './canonical-errors.ts';
import { canonicalNoindex } from './canonical-noindex.ts';
import { canonicalRedirects } from './canonical-redirects.ts';
import { deadEnds } from './dead-ends.ts';
import { deepPages } from './deep-pages.ts';
import { duplicateContent } from './duplicate-content.ts';
import { duplicateDescriptions } from './duplicate-descriptions.ts';
import { duplicateH1 } from './duplicate-h1.ts';
import { duplicateTitles } from './duplicate-titles.ts';
import { hreflangReturn } from './hreflang-return.ts';
import { hreflangTargets } from './hreflang-targets.ts';
import { indexableSearches } from './indexable-searches.ts';
import { missingData } from './missing-data.ts';
import { missingFromSitemap } from './missing-from-sitemap.ts';
import { nearDuplicateContent } from './near-duplicate-content.ts';
import { nofollowOnly } from './nofollow-only.ts';
import { orphanPages } from './orphan-pages.ts';
import { parameterUrls } from './parameter-urls.ts';
import { redirectChains } from './redirect-chains.ts';
import { redirectLoops } from './redirect-loops.ts';
import { redirectingLinks } from './redirecting-links.ts';
import { redirectsToStart } from './redirects-to-start.ts';
import { sessionLinks } from './session-links.ts';
import { singleInlink } from './single-inlink.ts';
import { sitemapErrors } from './sitemap-errors.ts';
import { sitemapNotIndexable } from './sitemap-not-indexable.ts';
import { sitemapRedirects } from './sitemap-redirects.ts';
import { temporaryLinks } from './temporary-links.ts';
import { thinPages } from './thin-pages.ts';
import { urlVariants } from './url-variants.ts';
import { variantLinks } from './variant-links.ts';

/** All rules about several pages of a website, in order of importance. */
export const siteRules: readonly SiteRule[] = [
  redirectLoops,
  canonicalNoindex,
  canonicalErrors,
  brokenLinks,
  duplicateTitles,
  brokenImages,
  redirectsToStart,
  sitemapErrors,
  sitemapNotIndexable,
  orphanPages,
  sessionLinks,
  canonicalRedirects,
  hreflangTargets,
  hreflangReturn,
  duplicateContent,
  duplicateDescriptions,
  redirectingLinks,
  variantLinks,
  redirectChains,
  sitemapRedirects,
  missingFromSitemap,
  urlVariants,
  nofollowOnly,
  brokenSeries,
  indexableSearches,
  nearDuplicateContent,
  duplicateH1,
  deepPages,
  temporaryLinks,
  blockedLinks,
  singleInlink,
  deadEnds,
  thinPages,
  missingData,
  parameterUrls,
];
