export type { AnalysisLimits, AnalysisSlots } from './analysis-slots.ts';
export type { ApiKey } from './api-keys/api-key.ts';
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
export type { Context } from './context.ts';
export { cancelCrawl, deleteCrawl } from './crawls/cancel-crawl.ts';
export { compareCrawls, findPreviousCrawl } from './crawls/compare-crawls.ts';
export { countCrawlDepths } from './crawls/count-crawl-depths.ts';
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
} from './crawls/crawl.ts';
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
export type { CrawlLimits } from './crawls/crawl-limits.ts';
export type { CrawlListQuery, CrawlPageListQuery } from './crawls/crawl-listing.ts';
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
} from './crawls/crawl-store.ts';
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
export { type ContextOptions, createContext } from './create-context.ts';
export type { DeletedPart } from './deleted-part.ts';
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
export type {
  Attempt,
  AttemptBeginning,
  DoneAttempt,
  IdempotencyStore,
  MadeRecord,
  NewAttempt,
} from './idempotency/idempotency-store.ts';
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
export { embeddedQueue } from './jobs/embedded-queue.ts';
export { getJob, getJobProgress } from './jobs/get-job.ts';
export type { Job, JobError, JobProgress, JobStatus } from './jobs/job.ts';
export type { JobListQuery } from './jobs/job-listing.ts';
export type {
  AttemptOutcome,
  BatchCancellation,
  CanceledJob,
  ClaimedJob,
  JobClaim,
  JobCreation,
  JobLease,
  JobStore,
  JobSweep,
  JobsSwept,
  NewJobs,
  UnendedJobs,
} from './jobs/job-store.ts';
export { type EachJobInput, eachJob, type ListJobsInput, listJobs } from './jobs/list-jobs.ts';
export type { Quotas, QuotasOption } from './jobs/quotas.ts';
export { type WaitForJobOptions, waitForJob } from './jobs/wait-for-job.ts';
export {
  type CrawlHeaders,
  type JobWorker,
  startWorker,
  type WorkerOptions,
} from './jobs/worker.ts';
export type { List, ListPosition, ListQuery, ListStart } from './listing.ts';
export { continueDeletions } from './maintenance/continue-deletions.ts';
export { deleteExpiredIdempotencyKeys } from './maintenance/delete-expired-idempotency-keys.ts';
export { type DeleteOldCrawlsInput, deleteOldCrawls } from './maintenance/delete-old-crawls.ts';
export { type DeleteOldReportsInput, deleteOldReports } from './maintenance/delete-old-reports.ts';
export { deleteOwner, type OwnerDeletion } from './maintenance/delete-owner.ts';
export { type Reconciliation, reconcileCounters } from './maintenance/reconcile-counters.ts';
export { memoryStore } from './memory-store/memory-store.ts';
export type { Queue } from './queue.ts';
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
export type { CheckInfo } from './reports/check-info.ts';
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
export { getReport } from './reports/get-report.ts';
export {
  type CheckCatalogue,
  type ListedCheck,
  type ListedOption,
  listChecks,
} from './reports/list-checks.ts';
export { listLatestReports } from './reports/list-latest-reports.ts';
export {
  type EachReportInput,
  eachReport,
  type ListReportsInput,
  listReports,
} from './reports/list-reports.ts';
export {
  detailsOf,
  type Report,
  type ReportDetails,
  type ReportSummary,
} from './reports/report.ts';
export type { ReportListQuery } from './reports/report-listing.ts';
export { maxExactTotal, searchForm, searchNeedle } from './search-form.ts';
export type { NewSession, SessionStore, StoredSession } from './sessions/session-store.ts';
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
export type { GuessCount, GuessLimit, GuessStore } from './sharing/guess-store.ts';
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
export type { SiteFinding, SiteIssue } from './site-issues/site-issue.ts';
export type {
  ApiKeyStore,
  CounterDrift,
  ExpiredQuery,
  LatestByUrlQuery,
  MaintenanceStore,
  NewApiKey,
  NewReport,
  OutdatedPart,
  OutdatedQuery,
  OutlinesQuery,
  OwnedKind,
  ReconciledPart,
  ReconcileQuery,
  ReportOutline,
  ReportStore,
  Store,
  WebsiteChange,
  WebsiteCondition,
  WebsiteDeletion,
  WebsiteStore,
  WebsiteUpdate,
} from './store.ts';
export { deleteWebsite } from './websites/delete-website.ts';
export { getWebsite } from './websites/get-website.ts';
export {
  type EachWebsiteInput,
  eachWebsite,
  type ListWebsitesInput,
  listWebsites,
} from './websites/list-websites.ts';
export type { PasswordLimits, PasswordQueue } from './websites/password-queue.ts';
export {
  type UpdateWebsiteInput,
  type UpdateWebsiteOptions,
  updateWebsite,
} from './websites/update-website.ts';
export type { HistoryDay, LatestReport, Privacy, Website } from './websites/website.ts';
export {
  type HistoryInput,
  type HistoryInterval,
  type HistoryPoint,
  websiteHistory,
} from './websites/website-history.ts';
export { type WebsiteIssuesOptions, websiteIssues } from './websites/website-issues.ts';
export type { WebsiteListQuery } from './websites/website-listing.ts';
