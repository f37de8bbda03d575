import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { VNode } from 'preact';
import type {
  HistoryInterval,
  HistoryPoint,
  WebsiteHistory,
} from '../../websites/website-history.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { ChartData } from './chart-data.tsx';
import { comparableRuns } from './comparable-runs.ts';

const chart = { width: 720, height: 220, left: 34, right: 12, top: 12, bottom: 26 } as const;
const gridScores = [0, 50, 80, 100];

/** The scores of a website over time: a chart, and the same as a table. */
export function HistoryChart({
  history: { source, points },
  interval,
}: {
  history: WebsiteHistory;
  interval: HistoryInterval;
}): VNode {
  const labels = text.history;
  const isBroken = points.some(({ isComparable }) => !isComparable);
  const [first] = points;
  const last = points.at(-1);
  return (
    <section aria-labelledby="history">
      <h2 id="history">{labels.title}</h2>
      {first === undefined || last === undefined ? (
        <p>{labels.none}</p>
      ) : (
        <>
          <Chart points={points} first={first} last={last} />
          <p class="soft small">
            {labels.sources[source]} {isBroken && labels.breaks}
          </p>
          <ChartData>
            <HistoryTable source={source} points={points} interval={interval} />
          </ChartData>
        </>
      )}
    </section>
  );
}

/** The interval that shows a history of this age in about a hundred points. */
export function intervalFor(createdAt: Date, now: Date): HistoryInterval {
  const days = (now.getTime() - createdAt.getTime()) / 86_400_000;
  if (days <= 100) return 'day';
  return days <= 700 ? 'week' : 'month';
}

function Chart({
  points,
  first,
  last,
}: {
  points: readonly HistoryPoint[];
  first: HistoryPoint;
  last: HistoryPoint;
}): VNode {
  const { width, height, left, right, top, bottom } = chart;
  const [begin, end] = [Date.parse(first.start), Date.parse(last.start)];
  const time = scaleLinear([begin, end], [left, width - right]);
  const y = scaleLinear([0, 100], [height - bottom, top]);
  const x = (point: HistoryPoint) => time(Date.parse(point.start));
  const path = line<HistoryPoint>(x, ({ score }) => y(score)).digits(1);
  const label = text.history.chart(dayOf(first), dayOf(last), last.score);
  return (
    <svg class="trend" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {gridScores.map((score) => (
        <g key={score}>
          <line class="grid" x1={left} x2={width - right} y1={y(score)} y2={y(score)} />
          <text class="label" x={left - 8} y={y(score) + 4} text-anchor="end">
            {score}
          </text>
        </g>
      ))}
      {comparableRuns(points).map((run) => (
        <path key={run[0]?.start} class="line" d={path(run) ?? ''} />
      ))}
      {points.map((point) => (
        <circle
          key={point.start}
          class="dot"
          cx={x(point).toFixed(1)}
          cy={y(point.score).toFixed(1)}
          r="3"
        >
          <title>{`${dayOf(point)}: ${point.score}`}</title>
        </circle>
      ))}
      {begin === end ? (
        <text class="label" x={x(first)} y={height - 6} text-anchor="middle">
          {dayOf(first)}
        </text>
      ) : (
        <>
          <text class="label" x={left} y={height - 6}>
            {dayOf(first)}
          </text>
          <text class="label" x={width - right} y={height - 6} text-anchor="end">
            {dayOf(last)}
          </text>
        </>
      )}
    </svg>
  );
}

function HistoryTable({
  source,
  points,
  interval,
}: WebsiteHistory & { readonly interval: HistoryInterval }): VNode {
  const labels = text.history;
  return (
    <Table
      isList={false}
      rows={points.toReversed()}
      columns={[
        {
          label: labels.intervals[interval],
          cell: (point) => <time dateTime={point.start}>{dayOf(point)}</time>,
        },
        { label: labels.score, kind: 'number', cell: ({ score }) => score },
        { label: labels.pages, kind: 'number', cell: ({ pages }) => text.number(pages) },
        { label: labels.counts[source], kind: 'number', cell: ({ count }) => text.number(count) },
        {
          label: labels.ruleset,
          cell: ({ rulesetVersion, isComparable }) => (
            <>
              {rulesetVersion}
              {!isComparable && <span class="soft small"> · {labels.changed}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

function dayOf({ start }: HistoryPoint): string {
  return text.day(new Date(start));
}
