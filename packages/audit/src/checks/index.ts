import { ariaChecks } from './accessibility/aria/index.ts';
import { controlChecks } from './accessibility/controls/index.ts';
import { documentChecks } from './accessibility/document/index.ts';
import { nameChecks } from './accessibility/names/index.ts';
import { structureChecks } from './accessibility/structure/index.ts';
import type { Check } from './check.ts';
import { miscellaneousChecks } from './miscellaneous/index.ts';
import { networkChecks } from './network/index.ts';
import { performanceChecks } from './performance/index.ts';
import { renderedChecks } from './rendered/index.ts';
import { securityChecks } from './security/index.ts';
import { agreementChecks } from './seo/agreement/index.ts';
import { aiSearchChecks } from './seo/ai-search/index.ts';
import { canonicalChecks } from './seo/canonical/index.ts';
import { contentChecks } from './seo/content/index.ts';
import { headChecks } from './seo/head/index.ts';
import { imageChecks } from './seo/images/index.ts';
import { indexingChecks } from './seo/indexing/index.ts';
import { linkChecks } from './seo/links/index.ts';
import { sitemapChecks } from './seo/sitemaps/index.ts';
import { structuredDataChecks } from './seo/structured-data/index.ts';
import { speedChecks } from './speed/index.ts';

/**
 * Changes with every change of a check, a weight, a threshold or a gate: scores of different versions
 * cannot be compared.
 */
export const rulesetVersion = '9';

/** Every check, in the order in which reports list them. */
export const checks: readonly Check[] = [
  ...indexingChecks,
  ...headChecks,
  ...canonicalChecks,
  ...sitemapChecks,
  ...contentChecks,
  ...imageChecks,
  ...linkChecks,
  ...structuredDataChecks,
  ...aiSearchChecks,
  ...agreementChecks,
  ...documentChecks,
  ...nameChecks,
  ...ariaChecks,
  ...controlChecks,
  ...structureChecks,
  ...networkChecks,
  ...performanceChecks,
  ...securityChecks,
  ...miscellaneousChecks,
  ...renderedChecks,
  ...speedChecks,
];
