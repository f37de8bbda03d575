export type {
  AxeResults,
  BrowserCookie,
  CategoryScore,
  CheckResult,
  CruxFieldDataOptions,
  FieldData,
  FieldDataFailure,
  FieldDataRecord,
  FieldDataRequest,
  FieldDataResponse,
  FieldDataResult,
  FieldDataSummary,
  FilmFrame,
  LaidOutElement,
  MeasuredLoad,
  MeasureRequest,
  MeasureResult,
  NetworkOptions,
  PageElement,
  PageLimits,
  PageRequest,
  PrintRequest,
  PrintResult,
  RenderedLayout,
  RenderedPage,
  RenderedRequest,
  Renderer,
  RendererProxy,
  RenderFailure,
  RenderingSummary,
  RenderMode,
  RenderRequest,
  RenderResult,
  Result,
  Throttling,
  TimedRequest,
} from '@sitegrade/audit';
export { cruxFieldData } from '@sitegrade/audit';
export type { Evidence, Json, Status } from '@sitegrade/audit/checks';
export {
  type ErrorCode,
  isSitegradeError,
  SitegradeError,
  type SitegradeErrorDetails,
} from '@sitegrade/foundation/errors';
export { type AcceptFindingsInput, acceptFindings } from './accepted/accept-findings.ts';
export {
  deleteAcceptedFinding,
  type EachAcceptedInput,
  eachAcceptedFinding,
  getAcceptedFinding,
  type ListAcceptedInput,
  listAcceptedFindings,
} from './accepted/accepted-findings.ts';
export { type AcceptedInReport, findAcceptedInReport } from './accepted/accepted-in-report.ts';
export {
  type AcceptableReport,
  acceptedMatcher,
  type MatchedFinding,
} from './accepted/accepted-matcher.ts';
export {
  type IssueApiKeyInput,
  issueApiKey,
  listApiKeys,
  revokeApiKey,
} from './api-keys/api-keys.ts';
export { authenticate } from './api-keys/authenticate.ts';
export { type ServerHeartbeat, startHeartbeat } from './background/heartbeat.ts';
export type { AlertOptions, MailBrand } from './context/alert-settings.ts';
export type { Context } from './context/context.ts';
export { type ContextOptions, createContext } from './context/create-context.ts';
export { embeddedQueue } from './context/embedded-queue.ts';
export type { Queue } from './context/queue.ts';
export type { Quotas } from './context/quotas.ts';
export type { Mail, MailContent, SendMail } from './context/send-mail.ts';
export { cancelCrawl, deleteCrawl } from './crawls/cancel-crawl.ts';
export { compareCrawls } from './crawls/compare-crawls.ts';
export type { ComparedPage } from './crawls/compare-pages.ts';
export { type CrawlComparison, crawlComparisonOf } from './crawls/crawl-comparison.ts';
export {
  type CrawlOptions,
  type CreateCrawlInput,
  type CreateCrawlOptions,
  createCrawl,
} from './crawls/create-crawl.ts';
export { getCrawl } from './crawls/get-crawl.ts';
export { getCrawlShape } from './crawls/get-crawl-shape.ts';
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
export type { ComparableCrawl, CrawlFindings } from './crawls/read-crawl.ts';
export type { EventListener } from './events/emit.ts';
export type { OperationListener } from './events/emit-operation.ts';
export type { OperationEvent } from './events/operation-event.ts';
export type {
  AlertFailedEvent,
  CheckFailedEvent,
  CrawlCanceledEvent,
  CrawlCompletedEvent,
  CrawlCreatedEvent,
  CrawlFailedEvent,
  DeliveryFailedEvent,
  DeliverySucceededEvent,
  JobCanceledEvent,
  JobDoneEvent,
  JobFailedEvent,
  JobRetriedEvent,
  JobsCreatedEvent,
  MailDroppedEvent,
  MailFailedEvent,
  MailSentEvent,
  OwnerDeletedEvent,
  RecipientRefusedEvent,
  ReportCreatedEvent,
  ReportDeletedEvent,
  ReportFailedEvent,
  ReportLinkRenewedEvent,
  ScheduleMissedEvent,
  ScheduleStartedEvent,
  SitegradeEvent,
  WebhookDisabledEvent,
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
export type { List } from './listing/listing.ts';
export { continueDeletions } from './maintenance/continue-deletions.ts';
export { deleteExpiredIdempotencyKeys } from './maintenance/delete-expired-idempotency-keys.ts';
export { type DeleteOldCrawlsInput, deleteOldCrawls } from './maintenance/delete-old-crawls.ts';
export { type DeleteOldReportsInput, deleteOldReports } from './maintenance/delete-old-reports.ts';
export { deleteOwner, type OwnerDeletion } from './maintenance/delete-owner.ts';
export { type ListOwnersInput, listOwners } from './maintenance/list-owners.ts';
export { type Reconciliation, reconcileCounters } from './maintenance/reconcile-counters.ts';
export type { AlertMessage } from './messages/alerts/alert-message.ts';
export type {
  CreateRecipientInput,
  UpdateRecipientInput,
} from './messages/recipients/recipient-input.ts';
export {
  createRecipient,
  deleteRecipient,
  getRecipient,
  listRecipients,
  resendConfirmation,
  updateRecipient,
} from './messages/recipients/recipients.ts';
export {
  confirmRecipient,
  findRecipient,
  unsubscribeRecipient,
} from './messages/recipients/subscriptions.ts';
export {
  getDelivery,
  type ListDeliveriesInput,
  listDeliveries,
  replayDelivery,
  testWebhook,
} from './messages/webhooks/deliveries.ts';
export type { CreateWebhookInput, UpdateWebhookInput } from './messages/webhooks/webhook-input.ts';
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from './messages/webhooks/webhooks.ts';
export {
  type AnalyzeHtmlInput,
  type AnalyzeHtmlOptions,
  analyzeHtml,
} from './reports/analyze-html.ts';
export {
  type AnalyzePageInput,
  type AnalyzePageOptions,
  analyzePage,
  type PageAnalysis,
} from './reports/analyze-page.ts';
export {
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
export type {
  CappedList,
  ChangedFinding,
  ChangedSummary,
  ComparableCheck,
  FindingChanges,
} from './reports/finding-changes.ts';
export { type FindingLocation, findingLocations } from './reports/finding-locations.ts';
export { getReport } from './reports/get-report.ts';
export { type CheckCatalogue, listChecks } from './reports/list-checks.ts';
export { listLatestReports } from './reports/list-latest-reports.ts';
export {
  type EachReportInput,
  eachReport,
  type ListReportsInput,
  listReports,
} from './reports/list-reports.ts';
export { getScreenshot, type ReportPictures } from './reports/screenshots.ts';
export { deleteSchedule, getSchedule } from './schedules/get-schedule.ts';
export {
  type ScheduleOptions,
  type SetScheduleInput,
  setSchedule,
} from './schedules/set-schedule.ts';
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
export { createSharePass, type SharePass, sharePassName } from './sharing/share-pass.ts';
export {
  type VerifyPasswordOptions,
  verifyWebsitePassword,
} from './sharing/verify-website-password.ts';
export { listSiteRules, type SiteRuleInfo } from './site-issues/list-site-rules.ts';
export type { Acceptance, AcceptedFinding } from './store/accepted-finding.ts';
export type { ApiKey } from './store/api-key.ts';
export type { CheckInfo } from './store/check-info.ts';
export type {
  Crawl,
  CrawlEnd,
  CrawledUrl,
  CrawlPage,
  CrawlPageState,
  CrawlPageSummary,
  CrawlProgress,
  CrawlScope,
  CrawlStatus,
  CrawlUrlKind,
  FullReason,
  Recrawl,
  SkipReason,
} from './store/crawl.ts';
export type { CrawlShape } from './store/crawl-shape.ts';
export type { Delivery, DeliveryError, DeliveryState, MessageType } from './store/delivery.ts';
export type { Job, JobError, JobProgress, JobStatus } from './store/job.ts';
export type { MailError, MailKind } from './store/mail.ts';
export type {
  Recipient,
  RecipientSettings,
  RecipientState,
} from './store/recipient.ts';
export type { FoundRecipient } from './store/recipient-store.ts';
export { detailsOf, type Report, type ReportDetails, type ReportSummary } from './store/report.ts';
export type {
  MissedReason,
  Schedule,
  ScheduledCrawl,
  ScheduleInterval,
  ScheduleTask,
  ScheduleTime,
  Weekday,
} from './store/schedule.ts';
export type { SiteFinding, SiteIssue } from './store/site-issue.ts';
export type { Store } from './store/store.ts';
export type {
  AlertType,
  Webhook,
  WebhookDisabledReason,
  WebhookFormat,
  WebhookSettings,
} from './store/webhook.ts';
export type { Privacy, Website } from './store/website.ts';
export { deleteWebsite } from './websites/delete-website.ts';
export { getWebsite } from './websites/get-website.ts';
export {
  type EachWebsiteInput,
  eachWebsite,
  type ListWebsitesInput,
  listWebsites,
} from './websites/list-websites.ts';
export {
  type UpdateWebsiteInput,
  type UpdateWebsiteOptions,
  updateWebsite,
} from './websites/update-website.ts';
export {
  type HistoryInput,
  type WebsiteHistory,
  websiteHistory,
} from './websites/website-history.ts';
export {
  type WebsiteIssues,
  type WebsiteIssuesOptions,
  websiteIssues,
} from './websites/website-issues.ts';
export { type JobWorker, startWorker, type WorkerOptions } from './worker/worker.ts';
