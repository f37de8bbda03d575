import { describe, expect, it } from 'vitest';
import type { LayoutShift, MeasuredLoad } from './renderer.ts';
import { ratingOf, summarizeSpeed } from './speed.ts';

const empty: MeasuredLoad = {
  firstByteMs: 200,
  firstContentfulPaintMs: 1_000,
  largestContentfulPaint: null,
  shifts: [],
  longTasks: [],
  scripts: [],
  requests: [],
  domContentLoadedMs: null,
  loadedMs: null,
  blockingFiles: [],
  unusedPreloads: [],
  isBusy: false,
  film: [],
};
const speedOf = (...loads: readonly Partial<MeasuredLoad>[]) => {
  const [first = empty, ...others] = loads.map((load) => ({ ...empty, ...load }));
  return summarizeSpeed('https://bakery.test/', [first, ...others]);
};
const shift = (atMs: number, score: number): LayoutShift => {
  return { atMs, score, moved: [{ selector: `#at${atMs}`, html: '<p>' }], cause: null };
};

describe('cumulative layout shift', () => {
  it.each([
    [
      'adds shifts less than a second apart',
      [shift(0, 0.1), shift(999, 0.2), shift(1_900, 0.1)],
      0.4,
    ],
    ['begins a window after a second', [shift(0, 0.1), shift(1_000, 0.2)], 0.2],
    [
      'begins a window after five seconds',
      [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 0.1)),
      0.6,
    ],
    ['takes the worst window, not the last', [shift(0, 0.3), shift(9_000, 0.1)], 0.3],
    ['is 0 without shifts', [], 0],
  ])('%s', (_what, shifts, value) => {
    expect(speedOf({ shifts }).cumulativeLayoutShift.value).toBe(value);
  });

  it('has the shifts of its window, the largest first', () => {
    const shifts = [shift(0, 0.01), shift(500, 0.3), shift(9_000, 0.2)];
    expect(
      speedOf({ shifts }).cumulativeLayoutShift.shifts.map(({ atMs, score }) => [atMs, score]),
    ).toEqual([
      [500, 0.3],
      [0, 0.01],
    ]);
  });
});

describe('total blocking time', () => {
  const task = (startMs: number, ms: number) => ({ startMs, ms });

  it.each([
    ['counts what is over 50 ms of each task', [task(1_000, 250), task(2_000, 150)], 300, 2],
    ['leaves out tasks before the first paint', [task(0, 900)], 0, 0],
    ['counts the rest of a task that the first paint is in', [task(900, 200)], 50, 1],
    ['leaves out a rest of 50 ms', [task(900, 150)], 0, 0],
    ['leaves out tasks of 50 ms', [task(2_000, 50)], 0, 0],
  ])('%s', (_what, longTasks, value, tasks) => {
    expect(speedOf({ longTasks }).totalBlockingTime).toMatchObject({ value, tasks });
  });

  it('names the scripts by the share that they have of each task', () => {
    const longTasks = [task(1_000, 250), task(2_000, 150), task(3_000, 90)];
    const scripts = [
      { startMs: 500, ms: 100, url: 'before.js' },
      { startMs: 1_000, ms: 125, url: 'a.js' },
      { startMs: 1_125, ms: 125, url: 'b.js' },
      { startMs: 2_000, ms: 150, url: 'a.js' },
    ];
    expect(speedOf({ longTasks, scripts }).totalBlockingTime).toMatchObject({
      value: 340,
      scripts: [
        { url: 'a.js', ms: 200 },
        { url: 'b.js', ms: 100 },
      ],
    });
  });
});

describe('largest contentful paint', () => {
  const paint = (ms: number, file: { startMs: number; endMs: number } | null) => ({
    largestContentfulPaint: { ms, element: null, url: file && 'a.png', file },
  });
  const partsOf = (load: Partial<MeasuredLoad>) => {
    const parts = speedOf(load).largestContentfulPaint?.parts;
    return parts && Object.values(parts);
  };

  it.each([
    ['of a picture', paint(3_000, { startMs: 1_200, endMs: 2_600 }), [200, 1_000, 1_400, 400]],
    ['of text', paint(1_500, null), [200, 0, 0, 1_300]],
    [
      'of a picture that was preloaded',
      paint(1_500, { startMs: 90, endMs: 150 }),
      [200, 0, 0, 1_300],
    ],
    [
      'of a picture whose last byte came later',
      paint(900, { startMs: 300, endMs: 950 }),
      [200, 100, 600, 0],
    ],
  ])('has the parts %s, which add up to it', (_what, load, parts) => {
    expect(partsOf(load)).toEqual(parts);
  });

  it('is at least as long as the page was watched where a larger picture was not complete', () => {
    const unfinishedPaint = { ms: 3_400.4, element: null, url: 'hero.png' };
    const speed = speedOf({ ...paint(1_300, null), unfinishedPaint });
    expect(speed.largestContentfulPaint).toEqual({
      value: 3_400,
      min: 3_400,
      max: 3_400,
      rating: 'poor',
      element: null,
      url: 'hero.png',
      parts: null,
      isUnfinished: true,
    });
    const others = [{ ...paint(1_300, null) }, { ...paint(1_200, null) }];
    const median = speedOf({ ...paint(1_300, null), unfinishedPaint }, ...others);
    expect(median.largestContentfulPaint).toMatchObject({ value: 1_300, rating: 'good' });
    expect(median.largestContentfulPaint).not.toHaveProperty('isUnfinished');
  });

  it('is missing where nothing was painted', () => {
    expect(speedOf({ firstContentfulPaintMs: null })).toMatchObject({
      firstContentfulPaint: null,
      largestContentfulPaint: null,
    });
  });
});

it('has the median of several loads, their spread, and the details of the load with the median', () => {
  const load = (ms: number) => ({
    firstContentfulPaintMs: ms,
    largestContentfulPaint: {
      ms,
      element: { selector: `#in${ms}`, html: '<p>' },
      url: null,
      file: null,
    },
    blockingFiles: [{ url: `${ms}.css`, endMs: ms - 10 }],
  });
  expect(speedOf(load(5_000), load(2_000), load(3_000), load(2_600))).toMatchObject({
    runs: 4,
    firstContentfulPaint: { value: 2_600, min: 2_000, max: 5_000, rating: 'needs_improvement' },
    largestContentfulPaint: {
      value: 2_600,
      min: 2_000,
      max: 5_000,
      element: { selector: '#in2600' },
    },
    blockingFiles: [{ url: '2600.css', ms: 2_590 }],
    load: { largestContentfulPaintMs: 2_600 },
  });
});

it.each([
  ['largestContentfulPaint', 2_500, 'good'],
  ['largestContentfulPaint', 2_501, 'needs_improvement'],
  ['largestContentfulPaint', 4_000, 'needs_improvement'],
  ['largestContentfulPaint', 4_001, 'poor'],
  ['cumulativeLayoutShift', 0.1, 'good'],
  ['cumulativeLayoutShift', 0.251, 'poor'],
  ['totalBlockingTime', 200, 'good'],
  ['totalBlockingTime', 601, 'poor'],
  ['firstContentfulPaint', 1_800, 'good'],
  ['firstContentfulPaint', 3_001, 'poor'],
] as const)('rates %s of %d as %s', (name, value, rating) => {
  expect(ratingOf(name, value)).toBe(rating);
});
