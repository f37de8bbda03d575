import type { Result } from '@sitegrade/audit';
import type { Importance } from '@sitegrade/audit/checks';
import type { CrawlEnd } from '../../store/crawl.ts';
import type { MessageType } from '../../store/delivery.ts';

/** What is sent to webhooks: the body of the format `json`, from which the messages for chat services are made. */
export interface AlertMessage {
  readonly type: MessageType;
  /** When it happened, as ISO 8601. */
  readonly timestamp: string;
  readonly data: AlertData;
}

/** What a message is about. The names are those of the API. What does not apply is `null`. */
export interface AlertData {
  readonly website: { readonly id: number; readonly domain: string } | null;
  /** The URL of the page, or the start page of the crawl. Secrets are redacted. */
  readonly url: string | null;
  readonly report: AlertReport | null;
  readonly crawl: AlertCrawl | null;
  /** The job that has created the report, or failed. */
  readonly job_id: number | null;
  /** The report or crawl before it; of a job that failed, the last report of its URL. */
  readonly previous: {
    readonly id: number;
    readonly score: number | null;
    /** As ISO 8601. */
    readonly created_at: string;
  } | null;
  /** The score less that of the one before, from -100 to 100; `null` without one, or if they cannot be compared. */
  readonly score_change: number | null;
  /** What the one before did not have; `null` if nothing was compared. */
  readonly new_findings: AlertFindings | null;
  /** How many checks or issues found something before and find nothing any more; `null` if nothing was compared. */
  readonly fixed_count: number | null;
  /** Why a report or a crawl failed, or why the site does not respond. */
  readonly error: {
    readonly code: string;
    readonly reason: string | null;
    readonly message: string;
  } | null;
  /** Of `site.unreachable` and `site.recovered`: when the first attempt failed since one succeeded, as ISO 8601. */
  readonly unreachable_since: string | null;
  /** Of `certificate.expiring`: when the certificate of the site expires, as ISO 8601. */
  readonly certificate_expires_at: string | null;
  /** Where all of it is shown to its owner, who has to log in; `null` if the server does not know its own URL. */
  readonly link: string | null;
}

/** A report in a message. */
interface AlertReport {
  readonly id: number;
  /** 0 to 100. */
  readonly score: number;
  readonly result: Result;
}

/** A crawl in a message. */
interface AlertCrawl {
  readonly id: number;
  /** 0 to 100; `null` if no page has one. */
  readonly score: number | null;
  readonly result: Result | null;
  readonly end: CrawlEnd | null;
  /** How many pages were checked. */
  readonly pages: number;
}

/** New findings. */
interface AlertFindings {
  readonly total: number;
  /** The first of them, most important first: at most 10. */
  readonly rows: readonly AlertFinding[];
}

/** A new finding. */
export interface AlertFinding {
  /** The id of the check, or of the issue of a crawl. */
  readonly check: string;
  /** What is right without the finding. */
  readonly title: string;
  /** What was found, in a sentence: by a check on the page, at all of its places. Cut to 200 characters. */
  readonly summary: string;
  readonly importance: Importance;
  /** The page. Secrets are redacted. */
  readonly url: string;
  /** From 1; `null` if it has no place. */
  readonly line: number | null;
  readonly column: number | null;
  /** What the page has there, cut to 200 characters; `null` if nothing is quoted. */
  readonly quote: string | null;
}

/** The data of a message about which nothing is known. */
export const noData: AlertData = {
  website: null,
  url: null,
  report: null,
  crawl: null,
  job_id: null,
  previous: null,
  score_change: null,
  new_findings: null,
  fixed_count: null,
  error: null,
  unreachable_since: null,
  certificate_expires_at: null,
  link: null,
};
