import type { RenderFailure, SpeedSummary } from '../store/report.ts';

type Measured = Extract<SpeedSummary, { readonly status: 'measured' }>;

/** How fast a page was loaded in a browser, as JSON. */
export function speedRecord(speed: SpeedSummary) {
  if (speed.status === 'failed') {
    const { status, reason, message } = speed;
    return { ...noSpeed, status, reason, message };
  }
  const paint = speed.largestContentfulPaint;
  const { cumulativeLayoutShift: shift, totalBlockingTime: blocking } = speed;
  return {
    ...noSpeed,
    status: speed.status,
    runs: speed.runs,
    busy: speed.isBusy,
    first_contentful_paint: speed.firstContentfulPaint && metricRecord(speed.firstContentfulPaint),
    largest_contentful_paint: paint && largestPaintRecord(paint),
    cumulative_layout_shift: {
      ...metricRecord(shift),
      shifts: shift.shifts.map(({ atMs, score, moved, cause }) => {
        return { at_ms: atMs, score, moved, cause };
      }),
    },
    total_blocking_time: {
      ...metricRecord(blocking),
      tasks: blocking.tasks,
      scripts: blocking.scripts,
    },
    blocking_files: speed.blockingFiles,
    unused_preloads: speed.unusedPreloads,
  };
}

/** A metric with its spread, as JSON. */
export function metricRecord({
  value,
  min,
  max,
  rating,
}: NonNullable<Measured['firstContentfulPaint']>) {
  return { value, min, max, rating };
}

/** The largest paint, as JSON. */
export function largestPaintRecord(paint: NonNullable<Measured['largestContentfulPaint']>) {
  const { element, url, parts } = paint;
  return {
    ...metricRecord(paint),
    element,
    url,
    unfinished: paint.isUnfinished ?? false,
    parts: parts && {
      first_byte_ms: parts.firstByteMs,
      request_delay_ms: parts.requestDelayMs,
      download_ms: parts.downloadMs,
      paint_delay_ms: parts.paintDelayMs,
    },
  };
}

/** A shift, as JSON. */
type ShiftRecord = Omit<Measured['cumulativeLayoutShift']['shifts'][number], 'atMs'> & {
  readonly at_ms: number;
};

/** What a speed that was not measured has instead of metrics: the same members. */
const noSpeed = {
  status: 'failed' as SpeedSummary['status'],
  reason: null as RenderFailure | null,
  message: null as string | null,
  runs: 0,
  first_contentful_paint: null as ReturnType<typeof metricRecord> | null,
  largest_contentful_paint: null as ReturnType<typeof largestPaintRecord> | null,
  cumulative_layout_shift: null as
    | (ReturnType<typeof metricRecord> & { readonly shifts: readonly ShiftRecord[] })
    | null,
  total_blocking_time: null as
    | (ReturnType<typeof metricRecord> & Pick<Measured['totalBlockingTime'], 'tasks' | 'scripts'>)
    | null,
  blocking_files: [] as Measured['blockingFiles'],
  unused_preloads: [] as readonly string[],
  busy: false,
};
