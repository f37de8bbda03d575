import { type PageLoad, pageLoadOf } from './page-load.ts';
import type {
  LayoutShift,
  MeasuredLoad,
  MeasuredScript,
  PageElement,
  RenderFailure,
  ShiftCause,
} from './renderer.ts';

/** What was measured while a page was loaded, one time or several times. Plain JSON. */
export type SpeedSummary = MeasuredSpeed | UnmeasuredSpeed;

/** The speed of a page, as measured. Times in milliseconds since the navigation. */
export interface MeasuredSpeed {
  readonly status: 'measured';
  /** How many times the page was loaded. */
  readonly runs: number;
  readonly firstContentfulPaint: Metric | null;
  readonly largestContentfulPaint: (Metric & LargestPaintDetails) | null;
  readonly cumulativeLayoutShift: Metric & { readonly shifts: readonly ShiftDetails[] };
  readonly totalBlockingTime: Metric & {
    /** How many tasks of more than 50 ms, in the load with the median. */
    readonly tasks: number;
    /** What of the blocking time each script took, the largest first, at most ten. */
    readonly scripts: readonly { readonly url: string; readonly ms: number }[];
  };
  /** Style sheets and scripts that the first paint waited for, the last one first. */
  readonly blockingFiles: readonly { readonly url: string; readonly ms: number }[];
  /** URLs that were preloaded and not used within a few seconds. */
  readonly unusedPreloads: readonly string[];
  /** What was loaded when: the load with the median of the largest paint. */
  readonly load: PageLoad;
  /** Whether the page was still sending requests when the measurement ended. */
  readonly isBusy: boolean;
}

/** Why there is no measurement. */
interface UnmeasuredSpeed {
  readonly status: 'failed';
  readonly reason: RenderFailure;
  /** The reason, in a sentence. */
  readonly message: string;
}

/** A metric over all loads. */
export interface Metric {
  /** The median: the smaller one of both in the middle, of an even number. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly rating: Rating;
}

/** How a metric compares with {@link thresholds}. */
type Rating = 'good' | 'needs_improvement' | 'poor';

/** What the largest paint was, in the load with the median. */
interface LargestPaintDetails {
  readonly element: PageElement | null;
  /** The URL of the picture; `null` for text. */
  readonly url: string | null;
  /** What its time consists of: it adds up to it. `null` for a picture whose file is not known, or not received. */
  readonly parts: LargestPaintParts | null;
  /** Whether the picture was still being received when the measurement ended: then its time is longer. Missing if not. */
  readonly isUnfinished?: true;
}

/** The parts of the time of the largest paint (https://web.dev/articles/optimize-lcp#lcp_breakdown). */
export interface LargestPaintParts {
  /** Until the first byte of the document. */
  readonly firstByteMs: number;
  /** From there until the picture is requested; 0 for text. */
  readonly requestDelayMs: number;
  /** Until the picture is received; 0 for text. */
  readonly downloadMs: number;
  /** Until it is painted. */
  readonly paintDelayMs: number;
}

/** A shift of the window that counts, in the load with the median. */
export type ShiftDetails = Omit<LayoutShift, 'atMs'> & {
  readonly atMs: number;
  readonly cause: ShiftCause | null;
};

/** What the main thread was busy with. */
type BlockingDetails = Pick<MeasuredSpeed['totalBlockingTime'], 'tasks' | 'scripts'>;

/** The limits of good and of poor. */
export const thresholds = {
  // https://web.dev/articles/fcp
  firstContentfulPaint: { good: 1_800, poor: 3_000 },
  // https://web.dev/articles/lcp
  largestContentfulPaint: { good: 2_500, poor: 4_000 },
  // https://web.dev/articles/cls
  cumulativeLayoutShift: { good: 0.1, poor: 0.25 },
  // https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time
  totalBlockingTime: { good: 200, poor: 600 },
} as const;

/** How many shifts, scripts and files a report keeps. */
const kept = { shifts: 10, scripts: 10 } as const;

/** A task longer than this lets visitors wait. */
const longTaskMs = 50;

/** The windows of layout shifts (https://web.dev/articles/cls#layout-shift-score). */
const windowGapMs = 1_000;
const windowMs = 5_000;

/** Several loads of a page, at least one. */
type Loads = readonly [MeasuredLoad, ...MeasuredLoad[]];

/**
 * What several loads of a page measured, together.
 *
 * @param url - The URL of the page.
 */
export function summarizeSpeed(url: string, loads: Loads): MeasuredSpeed {
  const [first] = loads;
  const paint = firstPaintOf(loads);
  const largest = largestOf(loads);
  const shift = metricOf(loads, 'cumulativeLayoutShift', (load) =>
    rounded(worstWindow(load).score),
  );
  const blocking = metricOf(loads, 'totalBlockingTime', (load) => Math.round(blockingMsOf(load)));
  const middle = paint?.load ?? first;
  return {
    status: 'measured',
    runs: loads.length,
    firstContentfulPaint: paint?.metric ?? null,
    largestContentfulPaint: largest && largestPaintOf(largest),
    cumulativeLayoutShift: {
      ...(shift?.metric ?? none),
      shifts: worstWindow(shift?.load ?? first).shifts,
    },
    totalBlockingTime: {
      ...(blocking?.metric ?? none),
      ...blockingDetailsOf(blocking?.load ?? first),
    },
    blockingFiles: [...middle.blockingFiles]
      .sort((a, b) => b.endMs - a.endMs)
      .map(({ url, endMs }) => ({ url, ms: Math.round(endMs) })),
    unusedPreloads: middle.unusedPreloads,
    load: pageLoadOf(url, shownLoadOf(loads)),
    isBusy: loads.some(({ isBusy }) => isBusy),
  };
}

/** The load that reports show: that with the median of the largest paint, if there was one. */
export function shownLoadOf(loads: Loads): MeasuredLoad {
  return (largestOf(loads) ?? firstPaintOf(loads))?.load ?? loads[0];
}

function firstPaintOf(loads: Loads) {
  return metricOf(loads, 'firstContentfulPaint', ({ firstContentfulPaintMs: ms }) =>
    ms === null ? null : Math.round(ms),
  );
}

function largestOf(loads: Loads) {
  return metricOf(loads, 'largestContentfulPaint', (load) => {
    const found = load.unfinishedPaint ?? load.largestContentfulPaint;
    return found === null ? null : Math.round(found.ms);
  });
}

const none: Metric = { value: 0, min: 0, max: 0, rating: 'good' };

/** A metric over all loads that have it, and the load with the median. */
function metricOf(
  loads: readonly MeasuredLoad[],
  name: keyof typeof thresholds,
  measure: (load: MeasuredLoad) => number | null,
): { readonly metric: Metric; readonly load: MeasuredLoad } | null {
  const measured = loads.flatMap((load) => {
    const value = measure(load);
    return value === null ? [] : [{ load, value }];
  });
  measured.sort((a, b) => a.value - b.value);
  const middle = measured[Math.floor((measured.length - 1) / 2)];
  if (middle === undefined) return null;
  const { value, load } = middle;
  const [min, max] = [measured[0]?.value ?? value, measured.at(-1)?.value ?? value];
  return { metric: { value, min, max, rating: ratingOf(name, value) }, load };
}

/** How a value compares with {@link thresholds}. */
export function ratingOf(name: keyof typeof thresholds, value: number): Rating {
  const { good, poor } = thresholds[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needs_improvement' : 'poor';
}

function largestPaintOf({
  metric,
  load,
}: {
  readonly metric: Metric;
  readonly load: MeasuredLoad;
}): Metric & LargestPaintDetails {
  const { firstByteMs, largestContentfulPaint, unfinishedPaint } = load;
  if (unfinishedPaint) {
    const { element, url } = unfinishedPaint;
    // What is not there after all of that time is slow, however long that was.
    return { ...metric, rating: 'poor', element, url, parts: null, isUnfinished: true };
  }
  const { ms = 0, element = null, url = null, file = null } = largestContentfulPaint ?? {};
  if (url !== null && file === null) return { ...metric, element, url, parts: null };
  // What a picture waits for can overlap, such as a preload that was sent before the document is received.
  const firstByte = Math.min(firstByteMs, ms);
  const start = Math.min(Math.max(file?.startMs ?? firstByte, firstByte), ms);
  const end = Math.min(Math.max(file?.endMs ?? start, start), ms);
  const [first, requested, received, painted] = [firstByte, start, end, ms].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return {
    ...metric,
    element,
    url,
    parts: {
      firstByteMs: first,
      requestDelayMs: requested - first,
      downloadMs: received - requested,
      paintDelayMs: painted - received,
    },
  };
}

/** The window with the highest score: shifts less than a second apart, of at most five seconds. */
function worstWindow({ shifts }: MeasuredLoad): {
  readonly score: number;
  readonly shifts: readonly ShiftDetails[];
} {
  let worst: { score: number; shifts: LayoutShift[] } = { score: 0, shifts: [] };
  let current = worst;
  for (const shift of shifts) {
    const [start, last] = [current.shifts[0], current.shifts.at(-1)];
    const isInWindow =
      start !== undefined &&
      last !== undefined &&
      shift.atMs - last.atMs < windowGapMs &&
      shift.atMs - start.atMs < windowMs;
    if (!isInWindow) current = { score: 0, shifts: [] };
    current.score += shift.score;
    current.shifts.push(shift);
    if (current.score > worst.score) worst = current;
  }
  const largest = [...worst.shifts].sort((a, b) => b.score - a.score).slice(0, kept.shifts);
  return {
    score: worst.score,
    shifts: largest.map(({ atMs, score, moved, cause }) => {
      return { atMs: Math.round(atMs), score: rounded(score), moved: moved.slice(0, 5), cause };
    }),
  };
}

/** Tasks between the first paint and the end of the measurement; without a paint, all. */
function* blockingTasks({ longTasks, firstContentfulPaintMs }: MeasuredLoad) {
  const from = firstContentfulPaintMs ?? 0;
  for (const { startMs, ms } of longTasks) {
    const shown = Math.min(ms, startMs + ms - from);
    // Of a task that began before the first paint, the rest counts as a separate task, as in Lighthouse.
    if (shown > longTaskMs) yield { startMs, ms, blockingMs: shown - longTaskMs };
  }
}

function blockingMsOf(load: MeasuredLoad): number {
  let sum = 0;
  for (const { blockingMs } of blockingTasks(load)) sum += blockingMs;
  return sum;
}

/** What scripts have of the blocking time, by the share that they have of each task. */
function blockingDetailsOf(load: MeasuredLoad): BlockingDetails {
  const byUrl = new Map<string, number>();
  let tasks = 0;
  let next = 0;
  for (const { startMs, ms, blockingMs } of blockingTasks(load)) {
    tasks += 1;
    while (endOf(load.scripts[next]) <= startMs) next += 1;
    for (let index = next; index < load.scripts.length; index += 1) {
      const script = load.scripts[index] as MeasuredScript;
      if (script.startMs >= startMs + ms) break;
      const overlap = Math.min(endOf(script), startMs + ms) - Math.max(script.startMs, startMs);
      const share = Math.max(0, overlap) / ms;
      byUrl.set(script.url, (byUrl.get(script.url) ?? 0) + share * blockingMs);
    }
  }
  const scripts = [...byUrl]
    .map(([url, ms]) => ({ url, ms: Math.round(ms) }))
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, kept.scripts);
  return { tasks, scripts };
}

function endOf(script: MeasuredScript | undefined): number {
  return script === undefined ? Number.POSITIVE_INFINITY : script.startMs + script.ms;
}

/** Scores of shifts have three decimals. */
function rounded(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
