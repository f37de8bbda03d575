import { scaleBand, scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { type Result, results } from '../../store/report.ts';
import { english as text } from '../english.ts';

/** A bar of a chart: pages by result. */
export interface Bar {
  readonly label: string;
  /** What the bar says, for a pointer that rests on it. */
  readonly title: string;
  readonly counts: Readonly<Partial<Record<Result, number>>>;
}

const height = 220;
const space = { top: 22, bottom: 26, side: 12 } as const;
const widest = 64;

/** Numbers of pages as bars, each of them in the colours of the results, with its total on top. */
export function BarChart({
  bars,
  label,
  width = 720,
}: {
  readonly bars: readonly Bar[];
  /** What the chart shows, in a sentence. */
  readonly label: string;
  readonly width?: number;
}): VNode {
  const bottom = height - space.bottom;
  const x = scaleBand<number>([...bars.keys()], [space.side, width - space.side]).padding(0.3);
  const y = scaleLinear([0, Math.max(1, ...bars.map(totalOf))], [bottom, space.top]);
  const barWidth = Math.min(x.bandwidth(), widest);
  return (
    <svg class="trend results" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <line class="grid" x1={space.side} x2={width - space.side} y1={bottom} y2={bottom} />
      {bars.map((bar, index) => {
        const middle = (x(index) ?? 0) + x.bandwidth() / 2;
        const total = totalOf(bar);
        let below = 0;
        return (
          <g key={bar.label}>
            <title>{bar.title}</title>
            {results.map((result) => {
              const count = bar.counts[result] ?? 0;
              below += count;
              return (
                count > 0 && (
                  <rect
                    key={result}
                    class={result}
                    x={(middle - barWidth / 2).toFixed(1)}
                    y={y(below).toFixed(1)}
                    width={barWidth.toFixed(1)}
                    height={(y(below - count) - y(below)).toFixed(1)}
                  />
                )
              );
            })}
            {total > 0 && (
              <text
                class="label"
                x={middle.toFixed(1)}
                y={(y(total) - 5).toFixed(1)}
                text-anchor="middle"
              >
                {text.number(total)}
              </text>
            )}
            <text class="label" x={middle.toFixed(1)} y={height - 6} text-anchor="middle">
              {bar.label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function totalOf({ counts }: Bar): number {
  return results.reduce((sum, result) => sum + (counts[result] ?? 0), 0);
}
