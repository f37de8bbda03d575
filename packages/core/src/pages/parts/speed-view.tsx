import type { VNode } from 'preact';
import type { ReportPictures } from '../../reports/screenshots.ts';
import { type PageSummary, type SpeedSummary, speedThresholds } from '../../store/report.ts';
import { PageText } from '../elements/page-text.tsx';
import { type Column, Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { Filmstrip } from './filmstrip.tsx';
import { LoadView } from './load-view.tsx';

type Measured = Extract<SpeedSummary, { readonly status: 'measured' }>;

/** A metric of a page that was measured. */
type Metric = NonNullable<Measured['firstContentfulPaint']>;

type Name = keyof typeof text.speed.metrics;

const marks = { good: 'good', needs_improvement: 'decent', poor: 'bad' } as const;

/** How fast a page was loaded in a browser, or why that is not known; nothing if it was not measured. */
export function SpeedView({
  speed,
  film = [],
  title = text.speed.title,
}: {
  readonly speed: PageSummary['speed'] | undefined;
  /** What a phone showed while the page was loaded. */
  readonly film?: ReportPictures['film'] | undefined;
  readonly title?: string;
}): VNode | null {
  if (speed === undefined) return null;
  return (
    <section class="speed" aria-labelledby="speed">
      <h2 id="speed">{title}</h2>
      {speed.status === 'failed' ? <p>{speed.message}</p> : <Metrics speed={speed} film={film} />}
    </section>
  );
}

function Metrics({
  speed,
  film,
}: {
  readonly speed: Measured;
  readonly film: ReportPictures['film'];
}): VNode {
  const { runs, blockingFiles, isBusy, largestContentfulPaint } = speed;
  const names = Object.keys(speedThresholds) as Name[];
  return (
    <>
      <Table
        rows={names}
        columns={[
          { label: text.speed.metric, cell: (name) => text.speed.metrics[name] },
          { label: text.speed.value, cell: (name) => <Value name={name} metric={speed[name]} /> },
          ...(runs > 1 ? [spreadOf(speed)] : []),
          { label: text.speed.limit, cell: (name) => shown(name, speedThresholds[name].good) },
        ]}
      />
      {largestContentfulPaint?.parts && (
        <Parts parts={largestContentfulPaint.parts} element={largestContentfulPaint.element} />
      )}
      {blockingFiles.length > 0 && (
        <div class="details-only">
          <p>{text.speed.blocking}</p>
          <ul>
            {blockingFiles.map(({ url, ms }) => (
              <li key={url}>
                <PageText>{url}</PageText> <span class="soft">({text.speed.seconds(ms)})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="soft">
        {text.speed.explained(runs)} {isBusy && text.speed.busy}
      </p>
      <Filmstrip film={film} />
      <LoadView load={speed.load} />
    </>
  );
}

/** What the fastest and the slowest load measured. */
function spreadOf(speed: Measured): Column<Name> {
  return {
    label: text.speed.spread(speed.runs),
    cell: (name) => {
      const metric = speed[name];
      return metric ? text.speed.range(shown(name, metric.min), shown(name, metric.max)) : '';
    },
  };
}

function Value({ name, metric }: { readonly name: Name; readonly metric: Metric | null }): VNode {
  if (metric === null) return <span class="soft">{text.speed.none}</span>;
  return (
    <>
      {'isUnfinished' in metric && text.speed.atLeast}
      <strong>{shown(name, metric.value)}</strong>{' '}
      <span class={`rating ${marks[metric.rating]}`}>{text.speed.ratings[metric.rating]}</span>
    </>
  );
}

function shown(name: Name, value: number): string {
  return name === 'cumulativeLayoutShift' ? String(value) : text.speed.seconds(value);
}

type Paint = NonNullable<Measured['largestContentfulPaint']>;

function Parts({
  parts,
  element,
}: {
  readonly parts: NonNullable<Paint['parts']>;
  readonly element: Paint['element'];
}): VNode {
  const names = Object.keys(text.speed.part) as (keyof typeof parts)[];
  const list = names
    .filter((name) => parts[name] > 0)
    .map((name) => `${text.speed.seconds(parts[name])} ${text.speed.part[name]}`);
  return (
    <p class="details-only">
      {text.speed.parts}: {list.join(', ')}.{' '}
      {element && (
        <code>
          <PageText>{element.html}</PageText>
        </code>
      )}
    </p>
  );
}
