/**
 * Shared code of sitegrade's packages. Not part of the public API: it may change in any release.
 */
export { results } from './audit/audit.ts';
export { crawlListing, crawlPageListing } from './crawls/crawl-listing.ts';
export { interruptedError } from './crawls/crawl-store.ts';
export { withRuleset } from './crawls/mixed-rulesets.ts';
export { errorCode, isError } from './errors.ts';
export { createWarnOnce, type WarnOnce } from './events/process-warning.ts';
export { jobListing, maxSearchedJobs } from './jobs/job-listing.ts';
export {
  type AnyListing,
  type Filter,
  type FiltersOf,
  isExact,
  type Listing,
  snakeCase,
  sortKeysOf,
} from './listing.ts';
export { type ErrorRecord, errorRecord } from './log/error-record.ts';
export { reportListing } from './reports/report-listing.ts';
export { maxSessionsPerKey } from './sessions/session-store.ts';
export { isShareToken } from './sharing/share-token.ts';
export {
  booleanOption,
  integerBetween,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from './validate-options.ts';
export { privacyByNumber } from './websites/website.ts';
export { websiteListing } from './websites/website-listing.ts';
