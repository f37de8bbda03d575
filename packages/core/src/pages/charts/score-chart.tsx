import type { VNode } from 'preact';
import { resultOf } from '../../store/report.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartData } from './chart-data.tsx';

/** How many pages have which scores, by ten: a chart, and the same as a table. */
export function ScoreChart({
  scores,
}: {
  /** Of a `CrawlShape`. */
  readonly scores: readonly number[];
}): VNode | null {
  const labels = text.charts.scores;
  const pages = scores.reduce((sum, count) => sum + count, 0);
  if (pages === 0) return null;
  const bars = scores.map((count, index) => ({
    label: String(index * 10),
    title: labels.bar(rangeOf(index), count),
    counts: { [resultOf(index * 10)]: count },
  }));
  return (
    <section class="chart" aria-labelledby="scores">
      <h2 id="scores">{labels.title}</h2>
      <BarChart bars={bars} width={480} label={labels.chart(pages)} />
      <ChartData>
        <Table
          isList={false}
          rows={[...scores.entries()].reverse()}
          columns={[
            { label: labels.score, cell: ([index]) => rangeOf(index) },
            { label: labels.pages, kind: 'number', cell: ([, count]) => text.number(count) },
          ]}
        />
      </ChartData>
    </section>
  );
}

function rangeOf(index: number): string {
  return text.charts.scores.range(index * 10, index === 9 ? 100 : index * 10 + 9);
}
