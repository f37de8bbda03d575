import { type NewReport, searchForm } from '@sitegrade/core/store';
import type { SqlBool } from 'kysely';
import { type Counters, countersOfReport } from '../counters.ts';
import type { PackedDetails } from './report-details.ts';

/** An inserted report. */
export interface InsertedReport {
  /** `null` if nothing was inserted: what it is for has ended, or its texts have to be stored first. */
  readonly id: number | null;
  readonly website_id: number | null;
  /** Whether the texts of its ruleset were already stored. */
  readonly has_texts: SqlBool;
}

/** Everything that is inserted and counted with a report, by column. */
export type InsertValues = ReturnType<typeof insertValues>;

/** The columns of a report except its ids, all of which have a value of the same name. */
const reportColumns = [
  'owner_id',
  'url',
  'url_search',
  'final_url',
  'title',
  'score',
  'result',
  'seo_score',
  'accessibility_score',
  'performance_score',
  'security_score',
  'miscellaneous_score',
  'http_status',
  'ruleset_version',
  'share_token',
  'created_at',
] as const;

/** The values to insert for a report. */
export function insertValues(report: NewReport, details: PackedDetails) {
  const { good_count, decent_count, bad_count } = countersOfReport(report.result, 1);
  const categories = new Map(Object.entries(report.categories));
  const scoreOf = (category: string): number | null => categories.get(category)?.score ?? null;
  return {
    owner_id: report.ownerId,
    domain: report.domain,
    domain_search: searchForm(report.domain),
    privacy: report.defaultPrivacy,
    website_share_token: report.websiteShareToken,
    good_count,
    decent_count,
    bad_count,
    /** The average of a website with only this report. */
    average_tenths: report.score * 10,
    url: report.url,
    url_search: searchForm(report.url),
    final_url: report.finalUrl,
    title: report.title,
    score: report.score,
    result: report.result,
    seo_score: scoreOf('seo'),
    accessibility_score: scoreOf('accessibility'),
    performance_score: scoreOf('performance'),
    security_score: scoreOf('security'),
    miscellaneous_score: scoreOf('miscellaneous'),
    http_status: report.httpStatus,
    ruleset_version: report.rulesetVersion,
    share_token: report.shareToken,
    created_at: report.createdAt.getTime(),
    details: details.bytes,
    outline: details.outline ?? null,
    /** Empty if its details need none. */
    texts_id: details.texts?.id ?? new Uint8Array(),
  };
}

/** The row of a report, without its ids. */
export function reportRow(
  values: InsertValues,
): Pick<InsertValues, (typeof reportColumns)[number]> {
  const entries = reportColumns.map((name) => [name, values[name]]);
  return Object.fromEntries(entries) as Pick<InsertValues, (typeof reportColumns)[number]>;
}

/** The row of a website that this report creates. */
export function websiteRow(values: InsertValues) {
  return {
    owner_id: values.owner_id,
    domain: values.domain,
    domain_search: values.domain_search,
    privacy: values.privacy,
    share_token: values.website_share_token,
    score_sum: values.score,
    ...countersOf(values),
    average_tenths: values.average_tenths,
    latest_count: 1,
    latest_sum: values.score,
    score: values.score,
    measured_at: values.created_at,
    created_at: values.created_at,
    updated_at: values.created_at,
  };
}

/** What the report adds to counters. */
export function countersOf({ good_count, decent_count, bad_count }: InsertValues): Counters {
  return { reports_count: 1, good_count, decent_count, bad_count };
}
