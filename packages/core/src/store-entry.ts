/**
 * For authors of stores: the contract, the types in its signatures, and how lists are searched.
 */
export type { PageOutline } from '@sitegrade/audit';
export type { ListPosition, ListQuery, ListStart } from './listing/listing.ts';
export { maxExactTotal, searchForm, searchNeedle } from './listing/search-form.ts';
export type { AcceptedListQuery } from './store/accepted-listing.ts';
export type {
  AcceptedQuery,
  AcceptedSetting,
  AcceptedStore,
  NewAcceptedFindings,
} from './store/accepted-store.ts';
export type { ApiKeyStore, NewApiKey } from './store/api-key-store.ts';
export type { CrawlListQuery, CrawlPageListQuery } from './store/crawl-listing.ts';
export type {
  BegunCrawl,
  CanceledCrawl,
  ChangedDetails,
  ClaimedCrawl,
  CrawlClaim,
  CrawlClaimOfOne,
  CrawlCreation,
  CrawlFrontier,
  CrawlLease,
  CrawlPageOutcome,
  CrawlStep,
  CrawlStore,
  EarlierPage,
  EndedCrawl,
  FoundUrl,
  Keeping,
  NewCrawl,
  NewCrawlUrl,
  OutdatedCrawlsQuery,
  PageLinks,
  PagePair,
  Predecessor,
  RefilledUrl,
  RevisedCrawlPage,
  UrlsByUrlQuery,
  UrlsQuery,
} from './store/crawl-store.ts';
export { firstFrontier } from './store/crawl-store.ts';
export type { DeletedPart } from './store/deleted-part.ts';
export type {
  ClaimedDelivery,
  ClaimedEvent,
  DeliveriesQuery,
  DeliveryCreation,
  DeliveryOutcome,
  DeliveryStore,
  EndedDelivery,
  EndedEvent,
  EventClaim,
  NewDeliveries,
  NewDelivery,
  OutboxEvent,
  Replay,
  RequestedDelivery,
} from './store/delivery-store.ts';
export type { GuessCount, GuessLimit, GuessStore } from './store/guess-store.ts';
export { hostOfJob } from './store/host-of-job.ts';
export type {
  Attempt,
  AttemptBeginning,
  DoneAttempt,
  IdempotencyStore,
  MadeRecord,
  NewAttempt,
} from './store/idempotency-store.ts';
export type { JobListQuery } from './store/job-listing.ts';
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
} from './store/job-store.ts';
export type {
  ClaimedMail,
  DigestEnd,
  EndedDigest,
  MailEnd,
  MailOutcome,
  MailStore,
  NewMail,
  NewMails,
} from './store/mail-store.ts';
export type {
  CounterDrift,
  ExpiredQuery,
  MaintenanceStore,
  OldMessageKind,
  OldMessages,
  OutdatedPart,
  OutdatedQuery,
  OwnedKind,
  OwnerSummary,
  OwnersQuery,
  ReconciledPart,
  ReconcileQuery,
} from './store/maintenance-store.ts';
export type {
  GivenBack,
  MessageClaim,
  MessageLease,
  MessageQueue,
} from './store/message-queue.ts';
export { pageFindings } from './store/page-findings.ts';
export type { LiveProcess, ProcessBeat, ProcessRole, ProcessStore } from './store/process-store.ts';
export type {
  Confirmation,
  ConfirmationLimit,
  ConfirmationLimits,
  ConfirmationRefusal,
  ConfirmationRequest,
  DueDigests,
  FoundRecipient,
  NewRecipient,
  RecipientChange,
  RecipientCreation,
  RecipientStore,
  RequestedConfirmation,
} from './store/recipient-store.ts';
export type { ReportListQuery } from './store/report-listing.ts';
export type {
  LatestByUrlQuery,
  NewReport,
  OutlinesQuery,
  ReportOutline,
  ReportStore,
} from './store/report-store.ts';
export type {
  DeferredRun,
  DueQuery,
  DueSchedules,
  NewSchedule,
  RunStart,
  ScheduleCondition,
  ScheduleDeletion,
  ScheduledRun,
  ScheduleSetting,
  ScheduleStore,
  SkippedRun,
} from './store/schedule-store.ts';
export type { NewSession, SessionStore, StoredSession } from './store/session-store.ts';
export {
  isSameState,
  type Site,
  type SiteChange,
  type SiteState,
} from './store/site-state.ts';
export type { Store, StoreDelays, StoreStats } from './store/store.ts';
export type {
  NewWebhook,
  SecretRotation,
  SecretRotationOutcome,
  WebhookChange,
  WebhookCreation,
  WebhookStore,
} from './store/webhook-store.ts';
export type { MeasuredScore, MeasuredScores } from './store/website.ts';
export type { WebsiteListQuery } from './store/website-listing.ts';
export type { WebsiteScore } from './store/website-score.ts';
export type {
  DueRecheck,
  RecheckRun,
  RecheckStart,
  RechecksQuery,
  WebsiteChange,
  WebsiteCondition,
  WebsiteDeletion,
  WebsiteStore,
  WebsiteUpdate,
} from './store/website-store.ts';
