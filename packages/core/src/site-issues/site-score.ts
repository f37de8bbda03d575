import type { Result } from '../audit/audit.ts';
import { resultOf, weights } from '../audit/score.ts';
import type { Site } from './site.ts';
import type { SiteIssue } from './site-issue.ts';

/**
 * The score of a site: the mean score of its pages, less what its issues cost: the points of a finding of the same
 * importance in a report, times the share of pages that are affected. `null` if no page has a score. The reasons
 * are in docs/adr/0017-crawls.md.
 *
 * @param issues - From `findIssues`.
 */
export function siteScore(
  { pages }: Pick<Site, 'pages'>,
  issues: readonly Pick<SiteIssue, 'status' | 'importance' | 'pagesCount'>[],
): { readonly score: number; readonly result: Result } | null {
  const scores = pages.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  let points = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  for (const { status, importance, pagesCount } of issues) {
    if (status !== 'found') continue;
    // Redirects and errors have no score, but issues.
    points -= weights[importance] * Math.min(1, pagesCount / scores.length);
  }
  const score = Math.max(0, Math.round(points));
  return { score, result: resultOf(score) };
}
