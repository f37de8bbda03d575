import { privacyByNumber, type Website } from '../websites/website.ts';
import type { HistoryInterval, HistoryPoint } from '../websites/website-history.ts';

/** A website as JSON. `password` is whether one is set. */
export function websiteRecord(website: Website) {
  const { latestReport } = website;
  return {
    id: website.id,
    object: 'website',
    domain: website.domain,
    privacy: privacyByNumber.indexOf(website.privacy),
    password: website.hasPassword,
    reports_count: website.reportsCount,
    reports_avg_score: website.reportsAvgScore,
    latest_report: latestReport && {
      id: latestReport.id,
      score: latestReport.score,
      result: latestReport.result,
      created_at: latestReport.createdAt.toISOString(),
    },
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
  } as const;
}

/** The history of a website, as JSON. */
export function historyRecord(interval: HistoryInterval, points: readonly HistoryPoint[]) {
  return { object: 'history', interval, points } as const;
}
