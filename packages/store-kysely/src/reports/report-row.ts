import type { Report, ReportDetails, ReportSummary } from '@sitegrade/core';
import type { Selectable } from 'kysely';
import type { Tables } from '../schema.ts';
import type { ValuesOf } from '../work.ts';

type ReportsTable = Selectable<Tables['sitegrade_reports']>;

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
  'sitegrade_reports.seo_score',
  'sitegrade_reports.accessibility_score',
  'sitegrade_reports.performance_score',
  'sitegrade_reports.security_score',
  'sitegrade_reports.miscellaneous_score',
  'sitegrade_reports.http_status',
  'sitegrade_reports.share_token',
  'sitegrade_reports.created_at',
] as const;

/** A row of {@link summaryColumns}. */
type SummaryRow = Omit<ReportsTable, 'owner_id' | 'url_search' | 'ruleset_version'> &
  Pick<Selectable<Tables['sitegrade_websites']>, 'domain'>;

/** The values of {@link summaryColumns}. */
export type SummaryValues = ValuesOf<typeof summaryColumns, SummaryRow>;

/** A row with everything about a report except its details. */
export type ReportRow = SummaryRow & Pick<ReportsTable, 'ruleset_version'>;

/** The row of {@link SummaryValues}. */
export function summaryRow([
  id,
  url,
  final_url,
  website_id,
  domain,
  title,
  score,
  result,
  seo_score,
  accessibility_score,
  performance_score,
  security_score,
  miscellaneous_score,
  http_status,
  share_token,
  created_at,
]: SummaryValues): SummaryRow {
  return {
    id,
    url,
    final_url,
    website_id,
    domain,
    title,
    score,
    result,
    seo_score,
    accessibility_score,
    performance_score,
    security_score,
    miscellaneous_score,
    http_status,
    share_token,
    created_at,
  };
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
    categoryScores: {
      seo: row.seo_score,
      accessibility: row.accessibility_score,
      performance: row.performance_score,
      security: row.security_score,
      miscellaneous: row.miscellaneous_score,
    },
    httpStatus: row.http_status,
    shareToken: row.share_token,
    createdAt: new Date(row.created_at),
  };
}

/** A whole report. */
export function toReport(row: ReportRow, details: ReportDetails): Report {
  return {
    ...toReportSummary(row),
    ...details,
    rulesetVersion: row.ruleset_version,
  };
}
