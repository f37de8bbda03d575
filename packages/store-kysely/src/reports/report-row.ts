import type { Report, ReportDetails, ReportSummary, Result } from '@sitegrade/core';
import type { Time } from '../schema.ts';

/** The columns of a report in listings, with their tables. */
export const summaryColumns = [
  'sitegrade_reports.id',
  'sitegrade_reports.url',
  'sitegrade_reports.final_url',
  'sitegrade_reports.website_id',
  'sitegrade_websites.domain',
  'sitegrade_reports.title',
  'sitegrade_reports.score',
  'sitegrade_reports.result',
  'sitegrade_reports.http_status',
  'sitegrade_reports.created_at',
] as const;

/** A row of {@link summaryColumns}. */
interface SummaryRow {
  readonly id: number;
  readonly url: string;
  readonly final_url: string;
  readonly website_id: number;
  readonly domain: string;
  readonly title: string | null;
  readonly score: number;
  readonly result: Result;
  readonly http_status: number;
  readonly created_at: Time;
}

/** A row with everything about a report except its details. */
export interface ReportRow extends SummaryRow {
  readonly ruleset_version: string;
  readonly share_token: string;
}

/** A report in a listing. */
export function toReportSummary(row: SummaryRow): ReportSummary {
  return {
    id: Number(row.id),
    url: row.url,
    finalUrl: row.final_url,
    websiteId: Number(row.website_id),
    domain: row.domain,
    title: row.title,
    score: row.score,
    result: row.result,
    httpStatus: row.http_status,
    createdAt: new Date(row.created_at),
  };
}

/** A whole report. */
export function toReport(row: ReportRow, details: ReportDetails): Report {
  return {
    ...toReportSummary(row),
    ...details,
    rulesetVersion: row.ruleset_version,
    shareToken: row.share_token,
  };
}
