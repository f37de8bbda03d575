import type { VNode } from 'preact';
import type { HistoryPoint } from '../../websites/website-history.ts';

const width = 96;
const height = 24;
const inset = 2;

/** The last scores of a website as a small line, without axes. Decoration: the score itself is beside it. */
export function Sparkline({
  points,
}: {
  readonly points: readonly Pick<HistoryPoint, 'last'>[];
}): VNode | null {
  if (points.length < 2) return null;
  const step = (width - 2 * inset) / (points.length - 1);
  const line = points.map(({ last }, index) => {
    const y = inset + (1 - last / 100) * (height - 2 * inset);
    return `${(inset + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={line.join(' ')} />
    </svg>
  );
}
