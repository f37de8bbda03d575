import type {
  CrawlEnd,
  CrawlPageState,
  CrawlStatus,
  CrawlUrlKind,
  DeliveryError,
  DeliveryState,
  FullReason,
  JobStatus,
  MailError,
  MailKind,
  MessageType,
  MissedReason,
  Privacy,
  RecipientSettings,
  RecipientState,
  Recrawl,
  Result,
  ScheduleInterval,
  ScheduleTask,
  SkipReason,
  WebhookDisabledReason,
  WebhookFormat,
  WebhookSettings,
  Weekday,
} from '@sitegrade/core';
import type { CrawlStep, MadeRecord, OutboxEvent, ProcessRole } from '@sitegrade/core/store';
import type { Generated } from 'kysely';

/** A point in time in milliseconds since 1970, which every database and driver reads the same. */
export type Time = number;

/** The tables. */
export interface Tables {
  readonly sitegrade_migrations: MigrationsTable;
  readonly sitegrade_websites: WebsitesTable;
  readonly sitegrade_reports: ReportsTable;
  readonly sitegrade_report_details: ReportDetailsTable;
  readonly sitegrade_screenshots: ScreenshotsTable;
  readonly sitegrade_ruleset_texts: RulesetTextsTable;
  readonly sitegrade_deleted_websites: DeletedWebsitesTable;
  readonly sitegrade_owner_totals: OwnerTotalsTable;
  readonly sitegrade_api_keys: ApiKeysTable;
  readonly sitegrade_idempotency_keys: IdempotencyKeysTable;
  readonly sitegrade_guesses: GuessesTable;
  readonly sitegrade_sessions: SessionsTable;
  readonly sitegrade_jobs: JobsTable;
  readonly sitegrade_lanes: LanesTable;
  readonly sitegrade_crawls: CrawlsTable;
  readonly sitegrade_crawl_pages: CrawlPagesTable;
  readonly sitegrade_crawl_page_details: CrawlPageDetailsTable;
  readonly sitegrade_crawl_sites: CrawlSitesTable;
  readonly sitegrade_crawl_issues: CrawlIssuesTable;
  readonly sitegrade_crawl_shapes: CrawlShapesTable;
  readonly sitegrade_crawl_hosts: CrawlHostsTable;
  readonly sitegrade_crawl_days: CrawlDaysTable;
  readonly sitegrade_deleted_crawls: DeletedCrawlsTable;
  readonly sitegrade_processes: ProcessesTable;
  readonly sitegrade_schedules: SchedulesTable;
  readonly sitegrade_webhooks: WebhooksTable;
  readonly sitegrade_deliveries: DeliveriesTable;
  readonly sitegrade_outbox: OutboxTable;
  readonly sitegrade_deleted_webhooks: DeletedWebhooksTable;
  readonly sitegrade_recipients: RecipientsTable;
  readonly sitegrade_mails: MailsTable;
  readonly sitegrade_confirmations: ConfirmationsTable;
  readonly sitegrade_accepted: AcceptedTable;
}

interface MigrationsTable {
  readonly name: string;
  /** The newest migration of the oldest code that works with the tables. */
  readonly works_with: string;
  /** 0 or 1. */
  readonly indexes_built: number;
  readonly building: string | null;
  readonly building_since: Time | null;
}

interface WebsitesTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly domain: string;
  /** `searchForm` of the domain. */
  readonly domain_search: string;
  readonly privacy: Privacy;
  readonly password_hash: string | null;
  readonly share_token: string;
  readonly reports_count: Generated<number>;
  readonly score_sum: Generated<number>;
  readonly good_count: Generated<number>;
  readonly decent_count: Generated<number>;
  readonly bad_count: Generated<number>;
  /** Average score in tenths, −1 with no reports. A constraint derives it from count and sum. */
  readonly average_tenths: Generated<number>;
  /** Number and sum of the scores of the latest report of each URL. */
  readonly latest_count: Generated<number>;
  readonly latest_sum: Generated<number>;
  /** The complete crawl with the highest id, if there is one, with its score and the number of its pages with one. */
  readonly crawl_id: number | null;
  readonly crawl_score: number | null;
  readonly crawl_pages: number | null;
  /** The score of the website, −1 if it has none. A constraint derives it from the five columns before. */
  readonly score: Generated<number>;
  /** When the crawl ended; without one, when the report with the highest id was created. */
  readonly measured_at: Time | null;
  /** What is known of its site: a `SiteState`. */
  readonly failing_since: Time | null;
  /** 0 or 1. */
  readonly is_unreachable: Generated<number>;
  readonly recheck_at: Time | null;
  readonly recheck_url: string | null;
  /** `certificatesTold` as JSON. */
  readonly certificates_told: Generated<string>;
  readonly created_at: Time;
  readonly updated_at: Time;
}

interface ReportsTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly website_id: number;
  readonly url: string;
  /** `searchForm` of the URL. */
  readonly url_search: string;
  readonly final_url: string;
  readonly title: string | null;
  readonly score: number;
  readonly result: Result;
  readonly seo_score: number | null;
  readonly accessibility_score: number | null;
  readonly performance_score: number | null;
  readonly security_score: number | null;
  readonly miscellaneous_score: number | null;
  readonly http_status: number;
  readonly ruleset_version: string;
  readonly share_token: string;
  readonly created_at: Time;
}

/** The large part of a report is not in the table that listings read. */
interface ReportDetailsTable {
  readonly report_id: number;
  /** See `packDetails`. */
  readonly details: Uint8Array;
  /** See `packOutline`. */
  readonly outline: Uint8Array | null;
}

/**
 * Pictures of reports. Their own table, which only who shows one reads. Not with a foreign key: a deletion deletes the
 * report first, so that a picture that is kept at the same time is deleted, too.
 */
interface ScreenshotsTable {
  readonly report_id: number;
  readonly owner_id: string;
  readonly image: Uint8Array;
}

/** What the details of all reports of a ruleset have in common. Rows are never changed or deleted. */
interface RulesetTextsTable {
  /** Derived from the content. */
  readonly id: Uint8Array;
  /** See `packTexts`. */
  readonly texts: Uint8Array;
}

/** Websites that were deleted, and still have reports, which are hidden. */
interface DeletedWebsitesTable {
  readonly website_id: number;
  readonly owner_id: string;
}

/** Totals, so that listings without a search need not count. */
interface OwnerTotalsTable {
  readonly owner_id: string;
  readonly websites_count: number;
  readonly reports_count: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

interface ApiKeysTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly created_at: Time;
  readonly expires_at: Time | null;
  readonly last_used_at: Time | null;
  readonly revoked_at: Time | null;
}

interface IdempotencyKeysTable {
  readonly owner_id: string;
  readonly idempotency_key: string;
  readonly fingerprint: string;
  /** The attempt that holds the key. */
  readonly token: string;
  /** What the attempt has made, which may be deleted: both `null` while it is in progress. */
  readonly made_kind: MadeRecord['kind'] | null;
  readonly made_id: number | null;
  readonly expires_at: Time;
}

/** Windows in which guesses of passwords are counted. */
interface GuessesTable {
  readonly guess_key: string;
  readonly guesses: number;
  readonly ends_at: Time;
}

interface SessionsTable {
  /** Increasing, so that the oldest sessions of a key are known even if they began in the same millisecond. */
  readonly id: Generated<number>;
  readonly digest: Uint8Array;
  readonly api_key_id: number;
  readonly created_at: Time;
  readonly expires_at: Time;
}

interface JobsTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly batch_id: number | null;
  readonly url: string;
  /** `searchForm` of the URL. */
  readonly url_search: string;
  /** The host and port of the URL. */
  readonly host: string;
  readonly status: Generated<JobStatus>;
  readonly attempts: Generated<number>;
  /** Not a foreign key: the report may be deleted. */
  readonly report_id: number | null;
  /** A `JobError` as JSON. */
  readonly error: string | null;
  readonly created_at: Time;
  readonly started_at: Time | null;
  readonly ended_at: Time | null;
  /** When a queued job may be started; 0 if at once. */
  readonly due_at: Generated<Time>;
  /**
   * The place of a queued job that waits for its host, lowest first. 0 if it does not wait, −1 if the host has room
   * that is kept for it.
   */
  readonly host_place: Generated<number>;
  /** The lease of a running job. */
  readonly lease_token: string | null;
  readonly leased_until: Time | null;
}

/** The jobs of each owner, counted, so that a claim finds the next owner without reading jobs. */
interface LanesTable {
  readonly owner_id: string;
  readonly queued: number;
  readonly running: number;
  /** Increases with every claim of a job, over all owners. */
  readonly last_claim: number;
  /**
   * No queued job that does not wait for its host is due before: 0 if one may be due now, `null` if there is none. It
   * may be too early, which the next claim corrects.
   */
  readonly next_due_at: Time | null;
}

interface CrawlsTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly website_id: number | null;
  readonly domain: string | null;
  readonly url: string;
  /** `searchForm` of the URL. */
  readonly url_search: string;
  readonly origin: string | null;
  /** `include`, `exclude` and `source` of a `CrawlScope` as JSON. */
  readonly scope: string;
  readonly max_pages: number;
  readonly recrawl: Generated<Recrawl>;
  /** Not a foreign key: it may be deleted. */
  readonly previous_id: number | null;
  readonly full_reason: FullReason | null;
  /** How many crawls in a row kept results of the one before. */
  readonly generation: Generated<number>;
  /** A hash of what the results of all pages depend on. */
  readonly basis: string | null;
  readonly status: Generated<CrawlStatus>;
  /** Why it ended, or is going to end. */
  readonly end_reason: CrawlEnd | null;
  /** A `JobError` as JSON. */
  readonly error: string | null;
  /** A `CrawlProgress` as JSON. Only read and written while the row is locked. */
  readonly progress: string;
  /** A `CrawlFrontier` as JSON; `null` until it has begun. */
  readonly frontier: string | null;
  readonly score: number | null;
  readonly result: Result | null;
  readonly ruleset_version: string | null;
  /** The number of pages with a score, of a complete crawl (`isCompleteCrawl`). */
  readonly scored_pages: number | null;
  readonly created_at: Time;
  readonly started_at: Time | null;
  readonly ended_at: Time | null;
  /** `null` while it is at its pages, and when it has ended. */
  readonly step: CrawlStep | null;
  /** The lease of a step that is running. */
  readonly lease_token: string | null;
  readonly leased_until: Time | null;
  /** How often the lease of the step was over. */
  readonly interruptions: Generated<number>;
  /** 1 if pieces of it are claimed; 0 while it waits for other crawls to end. */
  readonly admitted: Generated<number>;
  /** For how long it was active, in milliseconds, and until when that is counted. */
  readonly active_ms: Generated<number>;
  readonly counted_until: Generated<Time>;
  /** When a page of it last ended. */
  readonly last_page_at: Time | null;
  /** How many requests in a row the site has refused. */
  readonly refusals: Generated<number>;
  /** Increases with every claim, over all crawls. */
  readonly last_claim: Generated<number>;
  /**
   * There is no work for it before: 0 if there may be some now, −1 while it waits for room at its host. It may be too
   * early, which the next claim corrects.
   */
  readonly due_at: Generated<Time>;
  /** The host and port that is requested. */
  readonly host: string;
  readonly delay_ms: Generated<number>;
}

/** The URLs of crawls, in small rows: lists read those of a whole crawl. */
interface CrawlPagesTable {
  readonly crawl_id: number;
  readonly number: number;
  readonly url: string;
  /** `searchForm` of the URL; `null` if it is the URL. */
  readonly url_search: string | null;
  readonly kind: CrawlUrlKind;
  readonly level: number;
  readonly depth: number | null;
  readonly inlinks: number | null;
  /** 1 or 0. */
  readonly in_sitemap: number;
  /** A page that is queued or running in a crawl that is closed counts as skipped: see `crawl-page-row.ts`. */
  readonly state: CrawlPageState;
  readonly skip_reason: SkipReason | null;
  /** A `JobError` as JSON. */
  readonly error: string | null;
  readonly http_status: number | null;
  readonly location: string | null;
  readonly title: string | null;
  readonly score: number | null;
  readonly result: Result | null;
  /** What to fix first, in a sentence. */
  readonly worst: string | null;
  /** The ids of the checks that failed or warned, separated by spaces; `null` without one. */
  readonly findings: string | null;
  /** 1 if it has the results of the crawl before, 0 if it is different or was read; `null` if that is not known. */
  readonly is_unchanged: number | null;
  /** How often it was put back. */
  readonly put_backs: Generated<number>;
  /** How often its lease was over. */
  readonly interruptions: Generated<number>;
  /** When it may be claimed: 0 if it is queued, the end of its lease if it is running, `null` if it has ended. */
  readonly due_at: Time | null;
  /** The lease of a page that is running, and the host that it requests. */
  readonly lease_token: string | null;
  readonly lease_host: string | null;
}

/** The large part of a page that is done. */
interface CrawlPageDetailsTable {
  readonly crawl_id: number;
  readonly number: number;
  /** See `urlHash`: a later crawl finds the page by it. `null` without a reading. */
  readonly url_hash: number | null;
  /** What shows a later crawl whether the page has changed; before the large columns, which it need not read. */
  readonly reading: string | null;
  /** See `packDetails`. */
  readonly details: Uint8Array;
  /** See `packOutline`. */
  readonly outline: Uint8Array;
}

interface CrawlSitesTable {
  readonly crawl_id: number;
  readonly site: Uint8Array;
}

interface CrawlIssuesTable {
  readonly crawl_id: number;
  readonly position: number;
  /** A `SiteIssue`: see `packJson`. */
  readonly issue: Uint8Array;
}

interface CrawlShapesTable {
  readonly crawl_id: number;
  /** A `CrawlShape`: see `packJson`. */
  readonly shape: Uint8Array;
}

/** When hosts may be requested again. A host without a row may be requested at once. */
interface CrawlHostsTable {
  readonly host: string;
  readonly next_request_at: Time;
}

/** The pages of the crawls that an owner created on a day: the last one on which there were any. */
interface CrawlDaysTable {
  readonly owner_id: string;
  /** Days since 1970. */
  readonly day: number;
  readonly pages: number;
}

/** Crawls that were deleted, and still have rows in the other tables. */
interface DeletedCrawlsTable {
  readonly crawl_id: number;
  readonly owner_id: string;
}

/** The processes that are alive, and some that were until a moment ago. */
interface ProcessesTable {
  readonly id: string;
  readonly role: ProcessRole;
  /** Digests by name as JSON. */
  readonly settings: string;
  readonly started_at: Time;
  readonly seen_at: Time;
}

/** The schedules of websites. */
interface SchedulesTable {
  /** Not a foreign key: a schedule is deleted before its website, and changing one must not lock the other. */
  readonly website_id: number;
  readonly owner_id: string;
  readonly every: ScheduleInterval;
  readonly weekday: Weekday | null;
  readonly day_of_month: number | null;
  /** `HH:MM`. */
  readonly time_of_day: string;
  readonly time_zone: string;
  readonly task: ScheduleTask;
  /** A `ScheduledCrawl` as JSON; `null` for reports. */
  readonly crawl: string | null;
  readonly next_run_at: Time;
  /** When the next run may be started: later than `next_run_at` if it was put off. */
  readonly due_at: Time;
  readonly last_run_at: Time | null;
  /** Not foreign keys: what a run has started may be deleted. */
  readonly last_batch_id: number | null;
  readonly last_crawl_id: number | null;
  readonly last_missed_at: Time | null;
  readonly last_missed_reason: MissedReason | null;
  readonly created_at: Time;
  readonly updated_at: Time;
}

/**
 * Webhooks. A change of which of its deliveries wait, and until when, locks the webhook first and then sets its
 * `due_at`. Only deletions of deliveries do not, so that it may be too early: the next claim corrects it.
 */
interface WebhooksTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** `events` as JSON. */
  readonly events: string;
  /** `websiteIds` as JSON; `null` for all. */
  readonly website_ids: string | null;
  readonly min_importance: WebhookSettings['minImportance'];
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Time | null;
  /** Until when the secret before that one would have been valid, if it was replaced in time: until then it is not again. */
  readonly older_secret_until: Time | null;
  readonly disabled_reason: WebhookDisabledReason | null;
  readonly disabled_at: Time | null;
  readonly failing_since: Time | null;
  readonly last_delivered_at: Time | null;
  /**
   * When its next attempt may start: that of its first delivery, not before `paused_until`; while one is running, the
   * end of the lease. `null` if nothing waits, or it is disabled.
   */
  readonly due_at: Time | null;
  /** No delivery of it is due before: its receiver is busy. */
  readonly paused_until: Time | null;
  /** When its last attempt ended. */
  readonly attempted_at: Time | null;
  /** The lease of the attempt that is running, and its delivery. */
  readonly lease_token: string | null;
  readonly leased_until: Time | null;
  readonly leased_delivery_id: number | null;
  readonly created_at: Time;
  readonly updated_at: Time;
}

interface DeliveriesTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  /** Not a foreign key: the rows of a deleted webhook are left, and nothing finds them. */
  readonly webhook_id: number;
  /** Not a foreign key: it may be deleted. */
  readonly website_id: number | null;
  readonly message_id: string;
  readonly type: MessageType;
  readonly body: string;
  readonly state: Generated<DeliveryState>;
  readonly attempts: Generated<number>;
  /** `null` when it has ended. */
  readonly due_at: Time | null;
  readonly http_status: number | null;
  readonly error: DeliveryError | null;
  readonly duration_ms: number | null;
  readonly created_at: Time;
  readonly ended_at: Time | null;
}

/** What has happened, and is not yet made into deliveries. */
interface OutboxTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  readonly kind: OutboxEvent['kind'];
  /** The report, the job or the crawl. */
  readonly subject_id: number;
  /** The job of a report. */
  readonly job_id: number | null;
  readonly created_at: Time;
  /** The end of the lease while there is one. */
  readonly due_at: Time;
  readonly attempts: Generated<number>;
  readonly lease_token: string | null;
}

/** Webhooks that were deleted, and still have deliveries, which are hidden. */
interface DeletedWebhooksTable {
  readonly webhook_id: number;
  readonly owner_id: string;
}

/**
 * Recipients of mails about websites. A change of which mails they get locks the recipient first, and then its mails.
 */
interface RecipientsTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  /** Not a foreign key: those of a deleted website are deleted in parts. */
  readonly website_id: number;
  /** Unique within the website. */
  readonly address: string;
  /** `events` as JSON. */
  readonly events: string;
  readonly min_importance: RecipientSettings['minImportance'];
  /** 1 if it gets a digest each week. */
  readonly digest: number;
  readonly state: Generated<RecipientState>;
  readonly token: string;
  readonly confirmed_at: Time | null;
  readonly unsubscribed_at: Time | null;
  /** The last attempt that failed since a mail was sent. */
  readonly failed_at: Time | null;
  readonly failure: MailError | null;
  readonly failure_status: string | null;
  /** How many mails in a row were refused, and since when. */
  readonly refusals: Generated<number>;
  readonly refused_since: Time | null;
  /** `null` unless its state is `refused`. */
  readonly refused_at: Time | null;
  /** `null` unless it is confirmed and has a digest. */
  readonly digest_due_at: Time | null;
  readonly created_at: Time;
  readonly updated_at: Time;
}

/** Mails. They count for the quota of their owner also when their recipient was deleted. */
interface MailsTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  /** Not a foreign key: it may be deleted. */
  readonly recipient_id: number;
  readonly kind: MailKind;
  readonly message_id: string;
  /** `null` of a confirmation, and when it has ended. */
  readonly body: string | null;
  readonly state: Generated<'waiting' | 'sent' | 'failed' | 'canceled'>;
  readonly attempts: Generated<number>;
  /** The end of the lease while there is one; `null` when it has ended. */
  readonly due_at: Time | null;
  readonly lease_token: string | null;
  readonly error: MailError | null;
  readonly created_at: Time;
}

/** When confirmations of addresses were created, of all owners. It has no address. */
interface ConfirmationsTable {
  readonly address_key: string;
  /** The times as JSON, oldest first. Those of mails that wait are in the future. */
  readonly sent_at: string;
  readonly last_at: Time;
}

/** The accepted findings of websites. */
interface AcceptedTable {
  readonly id: Generated<number>;
  readonly owner_id: string;
  /** Not a foreign key: those of a deleted website are deleted in parts. */
  readonly website_id: number;
  /** The fingerprint, or without one the check and the path. Unique within the website. */
  readonly accepted_key: string;
  readonly check_id: string;
  readonly path: string;
  /** `searchForm` of the path. */
  readonly path_search: string;
  readonly fingerprint: string | null;
  readonly quote: string | null;
  readonly reason: string;
  /** A day, as `2027-01-31`. */
  readonly expires: string | null;
  readonly created_at: Time;
  readonly updated_at: Time;
}
