import type { VNode } from 'preact';
import type { CrawlDepth } from '../../store/crawl-shape.ts';
import { results } from '../../store/report.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { type Bar, BarChart } from './bar-chart.tsx';
import { ChartData } from './chart-data.tsx';

/** Deeper pages share a bar, so that labels stay readable. */
const deepest = 10;

/** How many pages a site has at each depth, by result: a chart, and the same as a table. */
export function DepthChart({ depths }: { readonly depths: readonly CrawlDepth[] }): VNode | null {
  const labels = text.crawls.depth;
  if (depths.length === 0) return null;
  const pages = depths.reduce((sum, depth) => sum + pagesOf(depth), 0);
  const unlinked = depths.find(({ depth }) => depth === null);
  return (
    <section aria-labelledby="depth">
      <h2 id="depth">{labels.title}</h2>
      <BarChart bars={barsOf(depths)} label={labels.chart(pages, lastOf(depths))} />
      {unlinked && <p class="soft small">{labels.notLinkedText(pagesOf(unlinked))}</p>}
      <ChartData>
        <DepthTable depths={depths} />
      </ChartData>
    </section>
  );
}

/** A bar for each depth from the start page on, also for those without pages. */
function barsOf(depths: readonly CrawlDepth[]): readonly Bar[] {
  const last = lastOf(depths);
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
  const counts = { good: 0, decent: 0, bad: 0 };
  for (const depth of depths) for (const result of results) counts[result] += depth.results[result];
  return { label, counts, title: text.crawls.depth.bar(label, pagesOf({ results: counts })) };
}

function lastOf(depths: readonly CrawlDepth[]): number {
  return Math.max(0, ...depths.map(({ depth }) => depth ?? 0));
}

function pagesOf(depth: Pick<CrawlDepth, 'results'>): number {
  return results.reduce((sum, result) => sum + depth.results[result], 0);
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
        { label: labels.total, kind: 'number', cell: (row) => text.number(pagesOf(row)) },
        ...results.map((result) => ({
          label: text.results[result],
          kind: 'number' as const,
          cell: (row: CrawlDepth) => text.number(row.results[result]),
        })),
      ]}
    />
  );
}
