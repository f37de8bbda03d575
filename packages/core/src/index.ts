export {
  type IssueApiKeyInput,
  issueApiKey,
  listApiKeys,
  revokeApiKey,
} from './api-keys/api-keys.ts';
export { authenticate } from './api-keys/authenticate.ts';
export type { CategoryScore, CheckResult, Gate, PageSummary, Result } from './audit/audit.ts';
export type { Category, Importance } from './audit/checks/check.ts';
export type { Redirect } from './audit/fetch/fetched.ts';
export type { Network, NetworkOptions } from './audit/fetch/network.ts';
export type { Evidence, Json, Status } from './audit/outcome.ts';
export type { OutlineAlternate, OutlineLink, PageOutline } from './audit/page-outline.ts';
export type { AnalysisLimits, AnalysisSlots } from './context/analysis-slots.ts';
export type { Context } from './context/context.ts';
export type { CrawlLimits } from './context/crawl-limits.ts';
export { type ContextOptions, createContext } from './context/create-context.ts';
export { embeddedQueue } from './context/embedded-queue.ts';
export type { PasswordLimits, PasswordQueue } from './context/password-queue.ts';
export type { Queue } from './context/queue.ts';
export type { Quotas, QuotasOption } from './context/quotas.ts';
export { cancelCrawl, deleteCrawl } from './crawls/cancel-crawl.ts';
export { compareCrawls, findPreviousCrawl } from './crawls/compare-crawls.ts';
export { countCrawlDepths } from './crawls/count-crawl-depths.ts';
export {
  type CappedList,
  type ChangedPage,
  type ComparableCrawl,
  type ComparableUrl,
  type ComparedFinding,
  type ComparedPage,
  type CrawlComparison,
  type CrawlFindings,
  crawlComparisonOf,
} from './crawls/crawl-comparison.ts';
export {
  type CreateCrawlInput,
  type CreateCrawlOptions,
  createCrawl,
} from './crawls/create-crawl.ts';
export { getCrawl } from './crawls/get-crawl.ts';
export { listCrawlIssues } from './crawls/list-crawl-issues.ts';
export {
  type EachCrawlPageInput,
  eachCrawlPage,
  getCrawlPage,
  type ListCrawlPagesInput,
  listCrawlPages,
} from './crawls/list-crawl-pages.ts';
export {
  type EachCrawlInput,
  eachCrawl,
  type ListCrawlsInput,
  listCrawls,
} from './crawls/list-crawls.ts';
export {
  type ErrorCode,
  type FieldIssues,
  isSitegradeError,
  SitegradeError,
  type SitegradeErrorDetails,
} from './errors.ts';
export type { EventListener } from './events/emit.ts';
export type {
  CheckFailedEvent,
  CrawlCanceledEvent,
  CrawlCompletedEvent,
  CrawlCreatedEvent,
  CrawlFailedEvent,
  JobCanceledEvent,
  JobDoneEvent,
  JobFailedEvent,
  JobRetriedEvent,
  JobsCreatedEvent,
  OwnerDeletedEvent,
  ReportCreatedEvent,
  ReportDeletedEvent,
  ReportFailedEvent,
  ReportLinkRenewedEvent,
  SitegradeEvent,
  WebsiteDeletedEvent,
  WebsiteLinkRenewedEvent,
  WebsiteUpdatedEvent,
} from './events/sitegrade-event.ts';
export { cancelBatch } from './jobs/cancel-batch.ts';
export { cancelJob, deleteJob } from './jobs/cancel-job.ts';
export {
  type CreateJobInput,
  type CreateJobsInput,
  type CreateJobsOptions,
  createJob,
  createJobs,
  type JobBatch,
} from './jobs/create-jobs.ts';
export { getJob, getJobProgress } from './jobs/get-job.ts';
export { type EachJobInput, eachJob, type ListJobsInput, listJobs } from './jobs/list-jobs.ts';
export { type WaitForJobOptions, waitForJob } from './jobs/wait-for-job.ts';
export type { List, ListPosition, ListQuery, ListStart } from './listing/listing.ts';
export { maxExactTotal, searchForm, searchNeedle } from './listing/search-form.ts';
export { continueDeletions } from './maintenance/continue-deletions.ts';
export { deleteExpiredIdempotencyKeys } from './maintenance/delete-expired-idempotency-keys.ts';
export { type DeleteOldCrawlsInput, deleteOldCrawls } from './maintenance/delete-old-crawls.ts';
export { type DeleteOldReportsInput, deleteOldReports } from './maintenance/delete-old-reports.ts';
export { deleteOwner, type OwnerDeletion } from './maintenance/delete-owner.ts';
export { type Reconciliation, reconcileCounters } from './maintenance/reconcile-counters.ts';
export { memoryStore } from './memory-store/memory-store.ts';
export {
  crawlColumns,
  crawlPageColumns,
  type FindingRow,
  findingColumns,
  findingRows,
} from './records/crawl-csv.ts';
export {
  crawlChangesRecord,
  crawlComparisonRecord,
  crawlPageRecord,
  crawlPageSummaryRecord,
  crawlRecord,
} from './records/crawl-record.ts';
export { type CsvColumns, type CsvValue, csvFile } from './records/csv.ts';
export { batchRecord, jobRecord } from './records/job-record.ts';
export { type CheckRow, checkColumns } from './records/report-csv.ts';
export {
  analysisRecord,
  checkCatalogueRecord,
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
} from './records/report-record.ts';
export { findingRecord, foundFirst, issueRecord } from './records/site-issue-record.ts';
export { historyRecord, websiteRecord } from './records/website-record.ts';
export {
  type AnalyzePageInput,
  type AnalyzePageOptions,
  analyzePage,
  type PageAnalysis,
} from './reports/analyze-page.ts';
export {
  type ComparableCheck,
  type ComparableReport,
  changesBetween,
  compareReports,
  comparisonOf,
  findPreviousReport,
  type ReportChanges,
  type ReportComparison,
} from './reports/compare-reports.ts';
export {
  type CreateReportInput,
  type CreateReportOptions,
  createReport,
} from './reports/create-report.ts';
export { deleteReport } from './reports/delete-report.ts';
export { type EachReportInput, eachReport } from './reports/each-report.ts';
export { getReport } from './reports/get-report.ts';
export {
  type CheckCatalogue,
  type ListedCheck,
  type ListedOption,
  listChecks,
} from './reports/list-checks.ts';
export { listLatestReports } from './reports/list-latest-reports.ts';
export { type ListReportsInput, listReports } from './reports/list-reports.ts';
export { endSession, findSession, startSession } from './sessions/sessions.ts';
export {
  compareShared,
  findSharedReport,
  findSharedWebsite,
  type PasswordRequired,
  type SharedComparison,
  type SharedReport,
  type SharedWebsite,
  type Visitor,
} from './sharing/find-shared.ts';
export { redactReport, redactReportSummary } from './sharing/redact-report.ts';
export { renewReportLink, renewWebsiteLink } from './sharing/renew-link.ts';
export {
  createSharePass,
  isSharePass,
  type SharePass,
  sharePassName,
} from './sharing/share-pass.ts';
export {
  type VerifyPasswordOptions,
  verifyWebsitePassword,
} from './sharing/verify-website-password.ts';
export { listSiteRules, type SiteRuleInfo } from './site-issues/list-site-rules.ts';
export type { ApiKey } from './store/api-key.ts';
export type { ApiKeyStore, NewApiKey } from './store/api-key-store.ts';
export type { CheckInfo } from './store/check-info.ts';
export type {
  Crawl,
  CrawlDepth,
  CrawlEnd,
  CrawledUrl,
  CrawlPage,
  CrawlPageState,
  CrawlPageSummary,
  CrawlProgress,
  CrawlScope,
  CrawlSource,
  CrawlStatus,
  CrawlUrlKind,
  SkipReason,
} from './store/crawl.ts';
export type { CrawlListQuery, CrawlPageListQuery } from './store/crawl-listing.ts';
export type {
  BegunCrawl,
  CanceledCrawl,
  ClaimedCrawl,
  CrawlClaim,
  CrawlClaimOfOne,
  CrawlCreation,
  CrawlLease,
  CrawlPageOutcome,
  CrawlStep,
  CrawlStore,
  EndedCrawl,
  NewCrawl,
  NewCrawlUrl,
  OutdatedCrawlsQuery,
  PageLinks,
  UrlsQuery,
} from './store/crawl-store.ts';
export type { DeletedPart } from './store/deleted-part.ts';
export type { GuessCount, GuessLimit, GuessStore } from './store/guess-store.ts';
export type {
  Attempt,
  AttemptBeginning,
  DoneAttempt,
  IdempotencyStore,
  MadeRecord,
  NewAttempt,
} from './store/idempotency-store.ts';
export type { Job, JobError, JobProgress, JobStatus } from './store/job.ts';
export type { JobListQuery } from './store/job-listing.ts';
export type {
  AttemptOutcome,
  BatchCancellation,
  ClaimedJob,
  JobClaim,
  JobCreation,
  JobLease,
  JobStore,
  JobSweep,
  JobsSwept,
  NewJobs,
  UnendedJobs,
} from './store/job-store.ts';
export type {
  CounterDrift,
  ExpiredQuery,
  MaintenanceStore,
  OutdatedPart,
  OutdatedQuery,
  OwnedKind,
  ReconciledPart,
  ReconcileQuery,
} from './store/maintenance-store.ts';
export {
  detailsOf,
  type Report,
  type ReportDetails,
  type ReportSummary,
} from './store/report.ts';
export type { ReportListQuery } from './store/report-listing.ts';
export type {
  LatestByUrlQuery,
  NewReport,
  OutlinesQuery,
  ReportOutline,
  ReportStore,
} from './store/report-store.ts';
export type { NewSession, SessionStore, StoredSession } from './store/session-store.ts';
export type { SiteFinding, SiteIssue } from './store/site-issue.ts';
export type { Store } from './store/store.ts';
export type { HistoryDay, LatestReport, Privacy, Website } from './store/website.ts';
export type { WebsiteListQuery } from './store/website-listing.ts';
export type {
  WebsiteChange,
  WebsiteCondition,
  WebsiteDeletion,
  WebsiteStore,
  WebsiteUpdate,
} from './store/website-store.ts';
export { deleteWebsite } from './websites/delete-website.ts';
export { type EachWebsiteInput, eachWebsite } from './websites/each-website.ts';
export { getWebsite } from './websites/get-website.ts';
export { type ListWebsitesInput, listWebsites } from './websites/list-websites.ts';
export {
  type UpdateWebsiteInput,
  type UpdateWebsiteOptions,
  updateWebsite,
} from './websites/update-website.ts';
export {
  type HistoryInput,
  type HistoryInterval,
  type HistoryPoint,
  websiteHistory,
} from './websites/website-history.ts';
export { type WebsiteIssuesOptions, websiteIssues } from './websites/website-issues.ts';
export {
  type CrawlHeaders,
  type JobWorker,
  startWorker,
  type WorkerOptions,
} from './worker/worker.ts';
