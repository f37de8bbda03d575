import { privacyByNumber, type Website } from '../store/website.ts';
import type { ScoreSource } from '../store/website-score.ts';
import type { HistoryInterval, HistoryPoint, WebsiteHistory } from '../websites/website-history.ts';

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
  const { latestReport, scoreSource } = website;
  return {
    id: website.id,
    object: 'website',
    domain: website.domain,
    privacy: privacyByNumber.indexOf(website.privacy),
    password: website.hasPassword,
    reports_count: website.reportsCount,
    reports_avg_score: website.reportsAvgScore,
    score: website.score,
    result: website.result,
    score_source: scoreSource && scoreSourceRecord(scoreSource),
    latest_report: latestReport && {
      id: latestReport.id,
      score: latestReport.score,
      result: latestReport.result,
      created_at: latestReport.createdAt.toISOString(),
    },
    next_run_at: website.nextRunAt?.toISOString() ?? null,
    unreachable_since: website.unreachableSince?.toISOString() ?? null,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
    share_url: shareUrl,
  } as const;
}

/** What the score of a website is from, as JSON. */
export function scoreSourceRecord({ kind, crawlId, pages, measuredAt }: ScoreSource) {
  return { kind, crawl_id: crawlId, pages, measured_at: measuredAt.toISOString() } as const;
}

/**
 * The history of a website, as JSON: `GET /websites/{id}/history` of the HTTP API.
 *
 * @param interval - The interval of the points.
 * @param history - From `websiteHistory`.
 * @example
 * ```ts
 * const record = historyRecord('week', await websiteHistory(context, 'user-1', 7, { interval: 'week' }));
 * ```
 */
export function historyRecord(interval: HistoryInterval, { source, points }: WebsiteHistory) {
  return { object: 'history', interval, source, points: points.map(pointRecord) } as const;
}

function pointRecord(point: HistoryPoint) {
  const { start, score, pages, count } = point;
  const { rulesetVersion: ruleset_version, isComparable: comparable } = point;
  return { start, score, pages, count, ruleset_version, comparable };
}
