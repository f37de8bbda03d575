import type { Result } from '../audit/audit.ts';
import type { ErrorCode } from '../errors.ts';
import type { ErrorRecord } from '../log/error-record.ts';
import type { Privacy } from '../websites/website.ts';

/**
 * What has happened, as data: `type` tells which. A minor version may bring new types and new members,
 * so leave alone those you do not know.
 */
export type SitegradeEvent =
  | ReportCreatedEvent
  | ReportFailedEvent
  | ReportDeletedEvent
  | CheckFailedEvent
  | WebsiteUpdatedEvent
  | WebsiteDeletedEvent;

/** A report was made, and the store has it. */
export interface ReportCreatedEvent {
  readonly type: 'report.created';
  readonly ownerId: string;
  readonly reportId: number;
  readonly websiteId: number;
  /**
   * As requested, normalised, with `[redacted]` for the values of parameters that look secret. It holds
   * no user name and no password. The report itself has the URL as it was sent.
   */
  readonly url: string;
  readonly domain: string;
  /** 0 to 100. */
  readonly score: number;
  readonly result: Result;
  /** Whether checks are missing from it that could not be run. */
  readonly partial: boolean;
  /** From the call to the store's acknowledgement, the wait for a turn included. Milliseconds. */
  readonly durationMs: number;
}

/** A report could not be made; nothing was kept. */
export interface ReportFailedEvent {
  readonly type: 'report.failed';
  readonly ownerId: string;
  /** The error's code: `aborted` where the caller gave up, `internal` for what nobody foresaw. */
  readonly code: ErrorCode | 'aborted';
  /** The error's finer word, such as `dns_not_found`. */
  readonly reason?: string;
  /** As in `report.created`. Absent where what was sent is no URL, or might hold a password. */
  readonly url?: string;
  /** From the call to the failure, the wait for a turn included. Milliseconds. */
  readonly durationMs: number;
}

/** A report was deleted by itself; those that go with their website have no event of their own. */
export interface ReportDeletedEvent {
  readonly type: 'report.deleted';
  readonly ownerId: string;
  readonly reportId: number;
}

/**
 * A check threw, or returned what a report cannot keep: a bug in it. The report has the status `error`
 * for it and is made all the same; the event comes before the report's own.
 */
export interface CheckFailedEvent {
  readonly type: 'check.failed';
  readonly ownerId: string;
  /** The check's id. */
  readonly check: string;
  /** As in `report.created`. */
  readonly url: string;
  /** What was thrown, with its stack and causes. Secrets in its texts are redacted. */
  readonly error: ErrorRecord;
}

/** A website's privacy or password was changed. */
export interface WebsiteUpdatedEvent {
  readonly type: 'website.updated';
  readonly ownerId: string;
  readonly websiteId: number;
  readonly domain: string;
  /** What it is now. */
  readonly privacy: Privacy;
}

/** A website was deleted, and its reports with it. */
export interface WebsiteDeletedEvent {
  readonly type: 'website.deleted';
  readonly ownerId: string;
  readonly websiteId: number;
  readonly domain: string;
  /** How many reports went with it. */
  readonly reportsCount: number;
}
