/**
 * For authors of stores: the contract, the types in its signatures, and how lists are searched.
 */
export type { PageOutline } from './audit/page-outline.ts';
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
export type { DeletedPart } from './deleted-part.ts';
export type {
  Attempt,
  AttemptBeginning,
  DoneAttempt,
  IdempotencyStore,
  MadeRecord,
  NewAttempt,
} from './idempotency/idempotency-store.ts';
export type { JobListQuery } from './jobs/job-listing.ts';
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
} from './jobs/job-store.ts';
export type { ListPosition, ListQuery, ListStart } from './listing.ts';
export type { ReportListQuery } from './reports/report-listing.ts';
export { maxExactTotal, searchForm, searchNeedle } from './search-form.ts';
export type { NewSession, SessionStore, StoredSession } from './sessions/session-store.ts';
export type { GuessCount, GuessLimit, GuessStore } from './sharing/guess-store.ts';
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
export type { HistoryDay } from './websites/website.ts';
export type { WebsiteListQuery } from './websites/website-listing.ts';
