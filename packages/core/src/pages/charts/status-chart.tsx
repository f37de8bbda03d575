import type { VNode } from 'preact';
import type { CrawlStatusCount } from '../../store/crawl-shape.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { ChartData } from './chart-data.tsx';
import { type Share, ShareBar } from './share-bar.tsx';

/** The colours of responses by the first digit of their status. */
const colours = { 1: 'soft', 2: 'good', 3: 'accent', 4: 'decent', 5: 'bad' } as const;

type Class = keyof typeof colours;

const classes = [2, 3, 4, 5, 1] as const satisfies readonly Class[];

/** What the pages of a crawl responded with: a bar, and each status in a table. */
export function StatusChart({
  statuses,
}: {
  readonly statuses: readonly CrawlStatusCount[];
}): VNode | null {
  if (statuses.length === 0) return null;
  const labels = text.charts.statuses;
  const sum = (matches: (status: number | null) => boolean) =>
    statuses.reduce((all, { httpStatus, pages }) => all + (matches(httpStatus) ? pages : 0), 0);
  const shares: readonly Share[] = [
    ...classes.map((digit) => ({
      name: labels.classes[digit],
      value: sum((status) => status !== null && Math.floor(status / 100) === digit),
      colour: colours[digit],
    })),
    {
      name: labels.other,
      value: sum((status) => status !== null && status >= 600),
      colour: 'soft',
    },
    { name: labels.none, value: sum((status) => status === null), colour: 'soft' },
  ];
  return (
    <section class="chart" aria-labelledby="statuses">
      <h2 id="statuses">{labels.title}</h2>
      <ShareBar shares={shares} />
      <ChartData>
        <Table
          isList={false}
          rows={statuses}
          columns={[
            { label: labels.status, cell: ({ httpStatus }) => httpStatus ?? labels.none },
            { label: labels.pages, kind: 'number', cell: ({ pages }) => text.number(pages) },
          ]}
        />
      </ChartData>
    </section>
  );
}
