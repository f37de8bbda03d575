import type { Result } from '../audit/audit.ts';
import type { ErrorCode } from '../errors.ts';
import type { ErrorRecord } from '../log/error-record.ts';
import type { Privacy } from '../websites/website.ts';

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
  | WebsiteDeletedEvent;

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
  /** Milliseconds from the call until the report was stored, including the wait for a slot. */
  readonly durationMs: number;
}

/** A report could not be created. Nothing was stored. */
export interface ReportFailedEvent {
  readonly type: 'report.failed';
  readonly ownerId: string;
  /** The error code; `aborted` if the caller aborted, `internal` for unexpected errors. */
  readonly code: ErrorCode | 'aborted';
  /** The reason code, such as `dns_not_found`. */
  readonly reason?: string;
  /** As in `report.created`. Absent if the input was not a valid URL, or might contain a password. */
  readonly url?: string;
  /** Milliseconds from the call to the failure, including the wait for a slot. */
  readonly durationMs: number;
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
