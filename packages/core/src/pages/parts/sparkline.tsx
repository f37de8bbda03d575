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
  const step = (width - 2 * inset) / (points.length - 1);
  const lines = comparableRuns(points).map((run) =>
    run.map(({ score, index }) => {
      const y = inset + (1 - score / 100) * (height - 2 * inset);
      return `${(inset + index * step).toFixed(1)},${y.toFixed(1)}`;
    }),
  );
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lines.map((line) => (
        <polyline key={line[0]} points={line.join(' ')} />
      ))}
    </svg>
  );
}
