import type { Result } from '@sitegrade/audit';
import type { ErrorCode } from '@sitegrade/foundation/errors';
import type { ErrorRecord } from '../log/error-record.ts';
import type { CrawlEnd } from '../store/crawl.ts';
import type { DeliveryError } from '../store/delivery.ts';
import type { OutboxEvent } from '../store/delivery-store.ts';
import type { MailError, MailKind } from '../store/mail.ts';
import type { MissedReason } from '../store/schedule.ts';
import type { WebhookDisabledReason } from '../store/webhook.ts';
import type { Privacy } from '../store/website.ts';

/**
 * An event, identified by `type`. Minor versions may add types and members, so ignore unknown ones.
 */
export type SitegradeEvent =
  | ReportCreatedEvent
  | ReportFailedEvent
  | ReportDeletedEvent
  | ReportLinkRenewedEvent
  | CheckFailedEvent
  | WebsiteUpdatedEvent
  | WebsiteLinkRenewedEvent
  | WebsiteDeletedEvent
  | OwnerDeletedEvent
  | JobsCreatedEvent
  | JobDoneEvent
  | JobRetriedEvent
  | JobFailedEvent
  | JobCanceledEvent
  | CrawlCreatedEvent
  | CrawlCompletedEvent
  | CrawlFailedEvent
  | CrawlCanceledEvent
  | ScheduleStartedEvent
  | ScheduleMissedEvent
  | DeliverySucceededEvent
  | DeliveryFailedEvent
  | WebhookDisabledEvent
  | RecipientRefusedEvent
  | AlertFailedEvent
  | MailSentEvent
  | MailFailedEvent
  | MailDroppedEvent;

/** A report was created and stored. */
export interface ReportCreatedEvent {
  readonly type: 'report.created';
  readonly ownerId: string;
  readonly reportId: number;
  readonly websiteId: number;
  /**
   * The URL as requested, normalised, with `[redacted]` in place of secrets in parameters. It contains no
   * user name and no password. The report itself has the complete URL.
   */
  readonly url: string;
  readonly domain: string;
  /** 0 to 100. */
  readonly score: number;
  readonly result: Result;
  /** Whether too many checks could not be evaluated: see `coverage` of the report. */
  readonly partial: boolean;
  /**
   * Milliseconds from the call until the report was stored, including the wait for a slot. For a job, from
   * the start of its attempt.
   */
  readonly durationMs: number;
  /** The job that created it, if one did. */
  readonly jobId?: number;
}

/** A report could not be created. Nothing was stored. For a job, once when there is no further attempt. */
export interface ReportFailedEvent {
  readonly type: 'report.failed';
  readonly ownerId: string;
  /** The error code; `aborted` if the caller aborted, `internal` for unexpected errors. */
  readonly code: ErrorCode | 'aborted';
  /** The reason code, such as `dns_not_found`. */
  readonly reason?: string;
  /** As in `report.created`. Absent if the input was not a valid URL, or might contain a password. */
  readonly url?: string;
  /**
   * Milliseconds from the call to the failure, including the wait for a slot. For a job, from the start of
   * its last attempt.
   */
  readonly durationMs: number;
  /** The job that should have created it, if one should. */
  readonly jobId?: number;
}

/** A report was deleted. Deleting a website emits no event for each of its reports. */
export interface ReportDeletedEvent {
  readonly type: 'report.deleted';
  readonly ownerId: string;
  readonly reportId: number;
}

/** The share link of a report was replaced. The event does not contain the token of either link. */
export interface ReportLinkRenewedEvent {
  readonly type: 'report.link_renewed';
  readonly ownerId: string;
  readonly reportId: number;
}

/**
 * A check threw, or returned an invalid outcome, because of a bug in the check. The report is created with
 * the status `error` for this check. This event is emitted before that of the report.
 */
export interface CheckFailedEvent {
  readonly type: 'check.failed';
  readonly ownerId: string;
  /** The id of the check. */
  readonly check: string;
  /** As in `report.created`. */
  readonly url: string;
  /** The error, with its stack and causes. Secrets are redacted. */
  readonly error: ErrorRecord;
}

/** The privacy or the password of a website was changed. */
export interface WebsiteUpdatedEvent {
  readonly type: 'website.updated';
  readonly ownerId: string;
  readonly websiteId: number;
  readonly domain: string;
  /** The privacy after the change. */
  readonly privacy: Privacy;
}

/** The share link of a website was replaced. The event does not contain the token of either link. */
export interface WebsiteLinkRenewedEvent {
  readonly type: 'website.link_renewed';
  readonly ownerId: string;
  readonly websiteId: number;
}

/** A website and its reports were deleted. */
export interface WebsiteDeletedEvent {
  readonly type: 'website.deleted';
  readonly ownerId: string;
  readonly websiteId: number;
  readonly domain: string;
  /** The number of reports that were deleted with it. */
  readonly reportsCount: number;
}

/** An owner was deleted, with everything that the owner had. There are no events for each website and report. */
export interface OwnerDeletedEvent {
  readonly type: 'owner.deleted';
  readonly ownerId: string;
  readonly apiKeysCount: number;
  readonly jobsCount: number;
  readonly crawlsCount: number;
  readonly websitesCount: number;
  readonly reportsCount: number;
}

/** Jobs were accepted and stored. */
export interface JobsCreatedEvent {
  readonly type: 'jobs.created';
  readonly ownerId: string;
  /** The batch; `null` for a single job. */
  readonly batchId: number | null;
  /** The ids of all jobs, in the order of their URLs. */
  readonly jobIds: readonly number[];
}

/** A job was done. Its `report.created` is emitted before. */
export interface JobDoneEvent {
  readonly type: 'job.done';
  readonly ownerId: string;
  readonly jobId: number;
  readonly reportId: number;
  /** How many times it was started. */
  readonly attempts: number;
  /** Milliseconds from the start of its attempt. */
  readonly durationMs: number;
}

/** An attempt failed, and the job is queued again. */
export interface JobRetriedEvent {
  readonly type: 'job.retried';
  readonly ownerId: string;
  readonly jobId: number;
  /** As in `report.created`. Absent if the URL is no longer allowed. */
  readonly url?: string;
  /** Why the attempt failed: `internal` for an unexpected error, `overloaded` if something was busy. */
  readonly code: ErrorCode;
  /** The unexpected error, with its stack and causes. Secrets are redacted. */
  readonly error?: ErrorRecord;
  /** How many times it was started. */
  readonly attempts: number;
  /** Milliseconds from the start of its attempt. */
  readonly durationMs: number;
  /** Milliseconds until the next attempt may start. */
  readonly delayMs: number;
}

/** A job failed, and is not tried again. Its `report.failed` is emitted before. */
export interface JobFailedEvent {
  readonly type: 'job.failed';
  readonly ownerId: string;
  readonly jobId: number;
  /** As in `report.created`. Absent if the URL is no longer allowed. */
  readonly url?: string;
  /** The error code; `internal` for an unexpected error. */
  readonly code: ErrorCode;
  /** The reason code, such as `dns_not_found`. */
  readonly reason?: string;
  /** The unexpected error, with its stack and causes. Secrets are redacted. */
  readonly error?: ErrorRecord;
  /** How many times it was started. */
  readonly attempts: number;
  /** Milliseconds from the start of its last attempt. */
  readonly durationMs: number;
}

/** A job was canceled before it was done. */
export interface JobCanceledEvent {
  readonly type: 'job.canceled';
  readonly ownerId: string;
  readonly jobId: number;
}

/** A crawl was accepted and stored. */
export interface CrawlCreatedEvent {
  readonly type: 'crawl.created';
  readonly ownerId: string;
  readonly crawlId: number;
  /** The start page, as in `report.created`. */
  readonly url: string;
  readonly maxPages: number;
}

/** A crawl was done: its issues are stored. */
export interface CrawlCompletedEvent {
  readonly type: 'crawl.completed';
  readonly ownerId: string;
  readonly crawlId: number;
  readonly websiteId: number;
  readonly domain: string;
  /** Why it ended, such as `complete` or `max_pages`. */
  readonly end: CrawlEnd;
  /** The score of the site, 0 to 100; `null` if no page has a score. */
  readonly score: number | null;
  readonly result: Result | null;
  /** Numbers of pages by state, as in the progress of the crawl. `skipped` is their sum over all reasons. */
  readonly done: number;
  readonly redirected: number;
  readonly failed: number;
  readonly skipped: number;
  /** How many rules about several pages found something. */
  readonly issuesCount: number;
  /** Milliseconds from the start of the crawl. */
  readonly durationMs: number;
}

/** A crawl failed: its start page could not be crawled. */
export interface CrawlFailedEvent {
  readonly type: 'crawl.failed';
  readonly ownerId: string;
  readonly crawlId: number;
  /** The start page, as in `report.created`. */
  readonly url: string;
  /** Why it ended: `start_failed` or `robots_txt`. */
  readonly end: CrawlEnd;
  /** The error code. */
  readonly code: ErrorCode;
  /** The reason code, such as `dns_not_found`. */
  readonly reason?: string;
}

/** A crawl was canceled before it ended. */
export interface CrawlCanceledEvent {
  readonly type: 'crawl.canceled';
  readonly ownerId: string;
  readonly crawlId: number;
}

/** A run of a schedule has created its jobs or its crawl. Their `jobs.created` or `crawl.created` is emitted before. */
export interface ScheduleStartedEvent {
  readonly type: 'schedule.started';
  readonly ownerId: string;
  readonly websiteId: number;
  /** When the run was due. */
  readonly dueAt: Date;
  /** The batch of its jobs; `null` if it is a crawl. */
  readonly batchId: number | null;
  /** Its crawl; `null` if it has created jobs. */
  readonly crawlId: number | null;
  readonly nextRunAt: Date;
}

/** A run of a schedule was skipped. */
export interface ScheduleMissedEvent {
  readonly type: 'schedule.missed';
  readonly ownerId: string;
  readonly websiteId: number;
  /** When the run was due. */
  readonly dueAt: Date;
  /**
   * `quota_exceeded`: until the next run was due, a quota of the owner left no room. `url_not_allowed`: the operator no
   * longer allows its URLs. `no_urls`: the website has no report whose URL could be checked again.
   */
  readonly reason: MissedReason;
  /** The next run: in the past if that one is due already. */
  readonly nextRunAt: Date;
}

/** A receiver has got a message. */
export interface DeliverySucceededEvent {
  readonly type: 'delivery.succeeded';
  readonly ownerId: string;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** How many attempts it took. */
  readonly attempts: number;
  readonly httpStatus: number;
  /** Milliseconds of this attempt. */
  readonly durationMs: number;
}

/** An attempt to deliver a message has failed. */
export interface DeliveryFailedEvent {
  readonly type: 'delivery.failed';
  readonly ownerId: string;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** How many attempts there were. */
  readonly attempts: number;
  readonly error: DeliveryError;
  /** The status of the response, if there was one. */
  readonly httpStatus?: number;
  /** Milliseconds of this attempt. */
  readonly durationMs: number;
  /** Whether it is not tried again. */
  readonly isLast: boolean;
  /**
   * Why there was no response, where more is known than its owner is shown: `address_blocked` and `dns_not_found` for
   * example, which are both `dns` to owners.
   */
  readonly reason?: string;
}

/** A webhook was disabled because of its failures. What happens from now on is not sent. */
export interface WebhookDisabledEvent {
  readonly type: 'webhook.disabled';
  readonly ownerId: string;
  readonly webhookId: number;
  /** `gone`: the receiver has responded with 410. `failing`: all deliveries of five days have failed. */
  readonly reason: Exclude<WebhookDisabledReason, 'owner'>;
}

/** What has happened could not be made into messages for webhooks and recipients. It is tried again, for up to three days. */
export interface AlertFailedEvent {
  readonly type: 'alert.failed';
  readonly ownerId: string;
  readonly kind: OutboxEvent['kind'];
  /** How often it was tried. */
  readonly attempts: number;
  /** When it happened. */
  readonly createdAt: Date;
  /** The error, with its stack and causes. Secrets are redacted. */
  readonly error: ErrorRecord;
}

/** An attempt to send a mail. It has no address. */
interface MailAttempt {
  readonly ownerId: string;
  readonly websiteId: number;
  readonly recipientId: number;
  readonly kind: MailKind;
  /** How many attempts there were. */
  readonly attempts: number;
  /** Milliseconds of this attempt. */
  readonly durationMs: number;
}

/** A mail was sent: the mail server, or the function of the host, has accepted it. */
export interface MailSentEvent extends MailAttempt {
  readonly type: 'mail.sent';
}

/** An attempt to send a mail has failed. */
export interface MailFailedEvent extends MailAttempt {
  readonly type: 'mail.failed';
  readonly error: MailError;
  /** The code of the error, such as `ECONNREFUSED` or `EAUTH`, if it has one. */
  readonly code?: string;
  /** Whether it is not tried again. */
  readonly isLast: boolean;
}

/**
 * A recipient gets no mails any more, as the mail server has refused its address: at least 3 mails in a row, in a day or
 * more. Its owner can ask it for a confirmation again. It has no address.
 */
export interface RecipientRefusedEvent {
  readonly type: 'recipient.refused';
  readonly ownerId: string;
  readonly websiteId: number;
  readonly recipientId: number;
}

/** Mails were not created, since the owner has as many of this day as the quota `mailsPerDay` allows. */
export interface MailDroppedEvent {
  readonly type: 'mail.dropped';
  readonly ownerId: string;
  readonly kind: Exclude<MailKind, 'confirmation'>;
  readonly count: number;
}
