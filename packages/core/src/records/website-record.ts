import { privacyByNumber, type Website } from '../store/website.ts';
import type { HistoryInterval, HistoryPoint } from '../websites/website-history.ts';

/**
 * A website, as JSON: `GET /websites/{id}` of the HTTP API. `password` is whether one is set.
 *
 * @param website - From `getWebsite` or `listWebsites`.
 * @param options - `shareUrl`: the URL of the website's shared page. Default: `null`, for none.
 * @example
 * ```ts
 * const record = websiteRecord(await getWebsite(context, 'user-1', 7));
 * ```
 */
export function websiteRecord(
  website: Website,
  { shareUrl }: { readonly shareUrl: string | null } = { shareUrl: null },
) {
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
    share_url: shareUrl,
  } as const;
}

/**
 * The history of a website, as JSON: `GET /websites/{id}/history` of the HTTP API.
 *
 * @param interval - The interval of the points.
 * @param points - From `websiteHistory`.
 * @example
 * ```ts
 * const record = historyRecord('week', await websiteHistory(context, 'user-1', 7, { interval: 'week' }));
 * ```
 */
export function historyRecord(interval: HistoryInterval, points: readonly HistoryPoint[]) {
  return { object: 'history', interval, points } as const;
}
