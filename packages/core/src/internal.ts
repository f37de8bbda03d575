/**
 * Shared code of sitegrade's packages. Not part of the public API: it may change in any release.
 */
export { fieldMetrics, fieldValueText, results, trimUrl, whiteSpaceIn } from '@sitegrade/audit';
export { errorCode, isError } from '@sitegrade/foundation/errors';
export { isPackageMissing, packageManager } from '@sitegrade/foundation/missing-package';
export {
  booleanOption,
  functionOption,
  integerBetween,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
export { isDay } from './accepted/accept-findings.ts';
export { loadRuleset } from './context/load-ruleset.ts';
export { localSiteContext } from './context/local-site-context.ts';
export { pollDelayMs } from './context/poll-delay.ts';
export { createTickets } from './context/tickets.ts';
export { crawlShapeOf } from './crawls/crawl-shape.ts';
export { issuesOfPages } from './crawls/issues-of-pages.ts';
export { pathMatcher, patternOfPage } from './crawls/path-patterns.ts';
export { createWarnOnce, type WarnOnce } from './events/process-warning.ts';
export { compareCodePoints } from './listing/compare-code-points.ts';
export {
  type AnyListing,
  type Filter,
  type FiltersOf,
  isExact,
  type Listing,
  snakeCase,
  sortKeysOf,
} from './listing/listing.ts';
export { type ErrorRecord, errorRecord } from './log/error-record.ts';
export {
  type AgentPage,
  agentFindings,
  agentIssue,
  agentScore,
  quotedText,
  quotesAreData,
} from './records/agent-text.ts';
export { type Finding, findingsOf, gainOf, locationName } from './records/findings.ts';
export { changedPlaces } from './reports/compare-reports.ts';
export { fingerprintOf, issueFingerprint, mayLackPlaces } from './reports/finding-locations.ts';
export { acceptedListing } from './store/accepted-listing.ts';
export { rulesetChecksOf } from './store/check-info.ts';
export { crawlListing, crawlPageListing } from './store/crawl-listing.ts';
export { interruptedError } from './store/crawl-store.ts';
export { jobStatuses } from './store/job.ts';
export { jobListing, maxSearchedJobs } from './store/job-listing.ts';
export { joinedRulesets, withRuleset } from './store/mixed-rulesets.ts';
export { maxProcesses } from './store/process-store.ts';
export { readOnlyError } from './store/read-only-error.ts';
export { categoryScoresOf } from './store/report.ts';
export { reportListing } from './store/report-listing.ts';
export { maxSessionsPerKey } from './store/session-store.ts';
export { isShareToken } from './store/share-token.ts';
export { privacyByNumber } from './store/website.ts';
export { websiteListing } from './store/website-listing.ts';
export {
  countedCrawls,
  isCompleteCrawl,
  meanScore,
  toWebsiteScore,
} from './store/website-score.ts';
export { loadForWork } from './worker/load-for-work.ts';
