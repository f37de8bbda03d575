import { type Result, resultOf, weights } from '@sitegrade/audit';
import type { SiteIssue } from '../store/site-issue.ts';
import type { Site } from './site.ts';

/**
 * The score of a site: the mean score of its pages, less what its issues cost: the points of a finding of the same
 * importance in a report, times the share of pages that are affected. `null` if no page has a score. The reasons
 * are in docs/adr/0017-crawls.md.
 *
 * @param issues - From `findIssues`.
 */
export function siteScore(
  { pages }: Pick<Site, 'pages'>,
  issues: readonly Pick<SiteIssue, 'scope' | 'importance' | 'pagesCount'>[],
): { readonly score: number; readonly result: Result } | null {
  const { count, sum } = pages.scores();
  if (count === 0) return null;
  let points = sum / count;
  for (const issue of issues) {
    // Checks of single pages are in the scores of these.
    if (issue.scope === 'site') points -= issueCost(issue, count);
  }
  const score = Math.max(0, Math.round(points));
  return { score, result: resultOf(score) };
}

/**
 * The points that an issue across pages takes off the score of a site.
 *
 * @param scoredPages - How many pages of the site have a score.
 */
export function issueCost(
  { importance, pagesCount }: Pick<SiteIssue, 'importance' | 'pagesCount'>,
  scoredPages: number,
): number {
  if (scoredPages === 0) return 0;
  // Redirects and errors have no score, but issues.
  return weights[importance] * Math.min(1, pagesCount / scoredPages);
}
