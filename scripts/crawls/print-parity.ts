import { defaultRuleset } from '../../packages/audit/src/scoring/ruleset.ts';
import type { ComparedPage } from '../../packages/core/src/crawls/fixtures/compare-with-reports.ts';

/**
 * Prints what differs between the pages of a crawl and reports of their URLs: checks with other results, which is an
 * error, and the checks that only the report evaluates, by the points that they cost there.
 *
 * @returns whether all results and scores agree.
 */
export function printParity(pages: readonly ComparedPage[]): boolean {
  const missing = new Map<string, { pages: number; points: number }>();
  let [different, far, furthest] = [0, 0, 0];
  for (const { url, score, reportScore, shared, differences, onlyInReport } of pages) {
    for (const { check, crawl, report, summary } of differences) {
      console.log(
        `${url}: ${check} is ${crawl} in the crawl, but ${report} in the report: ${summary}`,
      );
    }
    different += differences.length;
    far += Number(Math.abs(shared.crawl - shared.report) > 3);
    furthest = Math.max(furthest, Math.abs(score - reportScore));
    for (const { check, deduction } of onlyInReport) {
      const { pages: count, points } = missing.get(check) ?? { pages: 0, points: 0 };
      missing.set(check, { pages: count + 1, points: points + deduction });
    }
  }
  const weightOf = (check: string) =>
    defaultRuleset.checks.find(({ id }) => id === check)?.importance ?? 'info';
  for (const [check, { pages: count, points }] of [...missing].sort(
    (a, b) => b[1].points - a[1].points || b[1].pages - a[1].pages,
  )) {
    const mean = (points / count).toFixed(2);
    console.log(
      `only in the report: ${check} (${weightOf(check)}), ${count} pages, ${mean} points each`,
    );
  }
  console.log(
    `${pages.length} pages, ${different} other results, ${far} scores of shared checks more than 3 points apart, whole scores at most ${furthest} points apart`,
  );
  return pages.length > 0 && different === 0 && far === 0;
}
