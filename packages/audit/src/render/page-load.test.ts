import { expect, it } from 'vitest';
import { pageLoadOf } from './page-load.ts';
import type { MeasuredLoad, TimedRequest } from './renderer.ts';

const file = (url: string, changes: Partial<TimedRequest> = {}): TimedRequest => {
  const times = { startMs: 100, responseMs: 200, endMs: 300 };
  return { url, type: 'script', status: 200, bytes: 1_000, ...times, ...changes };
};

const loadOf = (requests: readonly TimedRequest[], changes: Partial<MeasuredLoad> = {}) =>
  pageLoadOf('https://www.bakery.test/', {
    firstByteMs: 200,
    firstContentfulPaintMs: null,
    largestContentfulPaint: null,
    shifts: [],
    longTasks: [],
    scripts: [],
    requests,
    domContentLoadedMs: null,
    loadedMs: null,
    blockingFiles: [],
    unusedPreloads: [],
    isBusy: false,
    film: [],
    ...changes,
  });

it('names what the first paint waited for, and what goes to other domains', () => {
  const { requests } = loadOf(
    [
      file('https://img.bakery.test/a.css'),
      file('https://cdn.example/a.js'),
      file('https://cdn.example/b.js'),
      file('no URL'),
    ],
    { blockingFiles: [{ url: 'https://cdn.example/a.js', endMs: 300 }] },
  );
  expect(requests.map(({ isBlocking, isThirdParty }) => [isBlocking, isThirdParty])).toEqual([
    [false, false],
    [true, true],
    [false, true],
    [false, false],
  ]);
});

it('has the moments of the load, without a largest paint that was not complete', () => {
  const largestContentfulPaint = { ms: 1_500.6, element: null, url: null, file: null };
  const times = { firstContentfulPaintMs: 900.4, domContentLoadedMs: 800, loadedMs: 2_000 };
  expect(loadOf([], { ...times, largestContentfulPaint })).toEqual({
    firstContentfulPaintMs: 900,
    largestContentfulPaintMs: 1_501,
    domContentLoadedMs: 800,
    loadedMs: 2_000,
    requestCount: 0,
    requests: [],
    weight: [],
    film: [],
  });
  const unfinishedPaint = { ms: 9_000, element: null, url: 'a.png' };
  expect(loadOf([], { largestContentfulPaint, unfinishedPaint })).toMatchObject({
    largestContentfulPaintMs: null,
  });
});

it.each([
  ['in order', [10.2, 20.5, 30.6], [10, 21, 31]],
  ['before the navigation', [-5, -4, -3], [0, 0, 0]],
  ['out of order', [500, 100, 50], [500, 500, 500]],
  ['with a response that is mentioned after its end', [10, 40, 30], [10, 30, 30]],
  ['without a response', [10, null, 30], [10, null, 30]],
  ['that go on', [10, 20, null], [10, 20, null]],
  ['that are not numbers', [Number.NaN, Number.POSITIVE_INFINITY, Number.NaN], [0, 0, 0]],
  ['of days', [1e12, 1e13, 1e14], [600_000, 600_000, 600_000]],
])('has times %s', (_what, [startMs = 0, responseMs = 0, endMs = 0], times) => {
  const [request] = loadOf([
    file('https://a.test/', { startMs: startMs ?? 0, responseMs, endMs }),
  ]).requests;
  expect([request?.startMs, request?.responseMs, request?.endMs]).toEqual(times);
});

it('is limited in size', () => {
  const requests = Array.from({ length: 300 }, (_, index) =>
    file(`https://${'a'.repeat(60)}.${'b'.repeat(60)}${index}.test/${'c'.repeat(2_000)}`, {
      type: index % 2 === 0 ? 'image' : 'script',
      bytes: index === 299 ? Number.NaN : index,
    }),
  );
  const film = Array.from({ length: 9 }, () => ({ atMs: 1e12, image: new Uint8Array(9) }));
  const load = loadOf(requests, { film });
  expect(load.film).toEqual(Array.from({ length: 8 }, () => ({ atMs: 600_000, bytes: 9 })));
  expect(load.requestCount).toBe(300);
  expect(load.requests).toHaveLength(100);
  expect(load.requests.every(({ url }) => url.length === 300)).toBe(true);
  // The heaviest parts, and the rest of each type.
  expect(load.weight).toHaveLength(52);
  expect(load.weight[0]).toMatchObject({ requests: 1, bytes: 298 });
  expect(load.weight[0]?.host).toHaveLength(100);
  expect(load.weight.slice(50).map(({ host, requests }) => [host, requests])).toEqual([
    [null, 125],
    [null, 125],
  ]);
  const all = load.weight.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(all).toBe((298 * 299) / 2);
  expect(JSON.stringify(load).length).toBeLessThan(60_000);
});

it('adds up by type and host', () => {
  const { weight } = loadOf([
    file('https://www.bakery.test/a.js'),
    file('https://www.bakery.test/b.js'),
    file('https://cdn.example/c.js', { bytes: 1_500 }),
    file('https://www.bakery.test/d.png', { type: 'image', bytes: 9_000 }),
  ]);
  const own = { host: 'www.bakery.test', isThirdParty: false };
  expect(weight).toEqual([
    { ...own, type: 'image', requests: 1, bytes: 9_000 },
    { ...own, type: 'script', requests: 2, bytes: 2_000 },
    { type: 'script', host: 'cdn.example', isThirdParty: true, requests: 1, bytes: 1_500 },
  ]);
});
