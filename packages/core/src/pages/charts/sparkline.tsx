import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { VNode } from 'preact';
import type { HistoryPoint } from '../../websites/website-history.ts';
import { comparableRuns } from './comparable-runs.ts';

const width = 96;
const height = 24;
const inset = 2;

/** The last scores of a website as a small line, without axes, broken where scores are not comparable. Decoration: the score itself is beside it. */
export function Sparkline({
  points,
}: {
  readonly points: readonly Pick<HistoryPoint, 'score' | 'isComparable'>[];
}): VNode | null {
  if (points.length < 2) return null;
  const x = scaleLinear([0, points.length - 1], [inset, width - inset]);
  const y = scaleLinear([0, 100], [height - inset, inset]);
  const path = line<{ readonly index: number; readonly score: number }>(
    ({ index }) => x(index),
    ({ score }) => y(score),
  ).digits(1);
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {comparableRuns(points).map((run) => (
        <path key={run[0]?.index} d={path(run) ?? ''} />
      ))}
    </svg>
  );
}
