import type { PageAnalysis } from '@sitegrade/core';
import { labelled, type Terminal, wrap } from '../terminal.ts';
import { contentWidth } from './pretty-parts.ts';

type Speed = NonNullable<PageAnalysis['page']['speed']>;
type Measured = Extract<Speed, { readonly status: 'measured' }>;

/** A metric of a page that was measured. */
type Metric = NonNullable<Measured['firstContentfulPaint']>;

/**
 * How fast a page was loaded, in a sentence; empty if that was not measured.
 *
 * @param subject - What the sentence begins with.
 */
export function speedText(speed: Speed | undefined, subject = 'Speed'): string {
  if (speed === undefined) return '';
  if (speed.status === 'failed') return speed.message;
  const { runs, firstContentfulPaint, largestContentfulPaint } = speed;
  const metrics = [
    ['FCP', firstContentfulPaint, secondsText],
    [
      largestContentfulPaint?.isUnfinished ? 'LCP at least' : 'LCP',
      largestContentfulPaint,
      secondsText,
    ],
    ['CLS', speed.cumulativeLayoutShift, String],
    ['TBT', speed.totalBlockingTime, secondsText],
  ] as const;
  const shown = metrics.flatMap(([name, metric, textOf]) =>
    metric === null ? [] : [`${name} ${metricText(metric, runs, textOf)}`],
  );
  const loads = runs === 1 ? 'loaded once' : `${runs} loads`;
  return `${subject} on a slow phone, ${loads}: ${shown.join(', ')}`;
}

/** The same of the start page of a crawl. */
export function startSpeedText({ speed }: { readonly speed?: Speed | undefined }): string {
  return speedText(speed, 'Speed of the start page');
}

/** What {@link speedText} says, in a terminal. */
export function speedLines(text: string, terminal: Terminal): readonly string[] {
  if (text === '') return [];
  const [first = '', ...others] = wrap(text, contentWidth(terminal) - 2);
  return ['', ...[first, ...labelled('', others, 2)].map(terminal.colors.dim)];
}

function metricText(
  { value, min, max, rating }: Metric,
  runs: number,
  textOf: (value: number) => string,
): string {
  const spread = runs === 1 ? '' : `, ${textOf(min)} to ${textOf(max)}`;
  return `${textOf(value)} (${rating.replace('_', ' ')}${spread})`;
}

function secondsText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
