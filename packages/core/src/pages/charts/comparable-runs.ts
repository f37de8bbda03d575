import type { HistoryPoint } from '../../websites/website-history.ts';

/** The points of a history in runs of comparable scores, which are a line each, with their position. */
export function comparableRuns<Point extends Pick<HistoryPoint, 'isComparable'>>(
  points: readonly Point[],
): readonly (readonly (Point & { readonly index: number })[])[] {
  const runs: (Point & { readonly index: number })[][] = [];
  for (const [index, point] of points.entries()) {
    const run = point.isComparable ? runs.at(-1) : undefined;
    if (run) run.push({ ...point, index });
    else runs.push([{ ...point, index }]);
  }
  return runs;
}
