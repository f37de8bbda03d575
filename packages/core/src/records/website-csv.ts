import { privacyByNumber, type Website } from '../store/website.ts';
import type { CsvColumns } from './csv.ts';

/** The columns of a list of websites: the fields of a website, those of objects with their names joined. */
export const websiteColumns: CsvColumns<Website> = {
  id: ({ id }) => id,
  domain: ({ domain }) => domain,
  privacy: ({ privacy }) => privacyByNumber.indexOf(privacy),
  password: ({ hasPassword }) => hasPassword,
  reports_count: ({ reportsCount }) => reportsCount,
  reports_avg_score: ({ reportsAvgScore }) => reportsAvgScore,
  score: ({ score }) => score,
  result: ({ result }) => result,
  score_source_kind: ({ scoreSource }) => scoreSource?.kind ?? null,
  score_source_crawl_id: ({ scoreSource }) => scoreSource?.crawlId ?? null,
  score_source_pages: ({ scoreSource }) => scoreSource?.pages ?? null,
  score_source_measured_at: ({ scoreSource }) => scoreSource?.measuredAt.toISOString() ?? null,
  latest_report_id: ({ latestReport }) => latestReport?.id ?? null,
  latest_report_score: ({ latestReport }) => latestReport?.score ?? null,
  latest_report_result: ({ latestReport }) => latestReport?.result ?? null,
  latest_report_created_at: ({ latestReport }) => latestReport?.createdAt.toISOString() ?? null,
  next_run_at: ({ nextRunAt }) => nextRunAt?.toISOString() ?? null,
  unreachable_since: ({ unreachableSince }) => unreachableSince?.toISOString() ?? null,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  updated_at: ({ updatedAt }) => updatedAt.toISOString(),
};
