import type { VNode } from 'preact';
import type { CrawlDepth } from '../../store/crawl.ts';
import { type Result, results } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { Table } from './table.tsx';

const chart = { width: 720, height: 220, left: 48, right: 12, top: 22, bottom: 26 } as const;

/** Deeper pages share a bar, so that labels stay readable. */
const deepest = 10;

/** A bar of the chart: the pages at a depth, or at several. */
interface Bar {
  readonly label: string;
  readonly pages: number;
  readonly counts: Readonly<Record<Result, number>>;
}

/** How many pages a site has at each depth, by result: a chart, and the same as a table. */
export function DepthChart({ depths }: { readonly depths: readonly CrawlDepth[] }): VNode | null {
  const labels = text.crawls.depth;
  if (depths.length === 0) return null;
  const unlinked = depths.find(({ depth }) => depth === null);
  return (
    <section aria-labelledby="depth">
      <h2 id="depth">{labels.title}</h2>
      <Chart bars={barsOf(depths)} depths={depths} />
      {unlinked && <p class="soft small">{labels.notLinkedText(pagesOf(unlinked.results))}</p>}
      <details class="screen">
        <summary>{labels.data}</summary>
        <div class="scroll">
          <DepthTable depths={depths} />
        </div>
      </details>
    </section>
  );
}

/** A bar for each depth from the start page on, also for those without pages. */
function barsOf(depths: readonly CrawlDepth[]): readonly Bar[] {
  const last = Math.max(0, ...depths.map(({ depth }) => depth ?? 0));
  const labels = text.crawls.depth;
  const bars = Array.from({ length: Math.min(last, deepest) + 1 }, (_, index) => {
    const isLast = index === deepest && last > deepest;
    const at = depths.filter(
      ({ depth }) => depth === index || (isLast && depth !== null && depth > index),
    );
    return barOf(isLast ? labels.from(index) : text.number(index), at);
  });
  const unlinked = depths.filter(({ depth }) => depth === null);
  return unlinked.length === 0 ? bars : [...bars, barOf(labels.notLinked, unlinked)];
}

function barOf(label: string, depths: readonly CrawlDepth[]): Bar {
  const sum = (result: Result) => depths.reduce((all, depth) => all + depth.results[result], 0);
  const counts = { good: sum('good'), decent: sum('decent'), bad: sum('bad') };
  return { label, counts, pages: pagesOf(counts) };
}

function pagesOf(counts: Readonly<Record<Result, number>>): number {
  return results.reduce((sum, result) => sum + counts[result], 0);
}

function Chart({
  bars,
  depths,
}: {
  readonly bars: readonly Bar[];
  readonly depths: readonly CrawlDepth[];
}): VNode {
  const labels = text.crawls.depth;
  const { width, height, left, right, top, bottom } = chart;
  const most = Math.max(...bars.map(({ pages }) => pages));
  const total = bars.reduce((sum, { pages }) => sum + pages, 0);
  const last = Math.max(0, ...depths.map(({ depth }) => depth ?? 0));
  const step = (width - left - right) / bars.length;
  const barWidth = Math.min(step * 0.7, 64);
  const heightOf = (pages: number) => (pages / most) * (height - top - bottom);
  return (
    <svg
      class="trend depths"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={labels.chart(total, last)}
    >
      <line class="grid" x1={left} x2={width - right} y1={height - bottom} y2={height - bottom} />
      {bars.map(({ label, pages, counts }, index) => {
        const middle = left + (index + 0.5) * step;
        let y = height - bottom;
        return (
          <g key={label}>
            <title>{labels.bar(label, pages)}</title>
            {results.map((result) => {
              const barHeight = heightOf(counts[result]);
              y -= barHeight;
              return (
                barHeight > 0 && (
                  <rect
                    key={result}
                    class={result}
                    x={(middle - barWidth / 2).toFixed(1)}
                    y={y.toFixed(1)}
                    width={barWidth.toFixed(1)}
                    height={barHeight.toFixed(1)}
                  />
                )
              );
            })}
            {pages > 0 && (
              <text class="label" x={middle.toFixed(1)} y={(y - 5).toFixed(1)} text-anchor="middle">
                {text.number(pages)}
              </text>
            )}
            <text class="label" x={middle.toFixed(1)} y={height - 6} text-anchor="middle">
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function DepthTable({ depths }: { readonly depths: readonly CrawlDepth[] }): VNode {
  const labels = text.crawls.depth;
  return (
    <Table
      isList={false}
      rows={depths}
      columns={[
        {
          label: labels.clicks,
          cell: ({ depth }) => (depth === null ? labels.notLinked : text.number(depth)),
        },
        {
          label: labels.total,
          kind: 'number',
          cell: (row) => text.number(pagesOf(row.results)),
        },
        ...results.map((result) => ({
          label: text.results[result],
          kind: 'number' as const,
          cell: (row: CrawlDepth) => text.number(row.results[result]),
        })),
      ]}
    />
  );
}
