import { expect, it, onTestFinished } from 'vitest';
import { createFetcher } from './fetcher.ts';
import { reasonOf, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { allMoods, type Mood, startMoody } from './fixtures/moody-server.ts';
import { countResources, heapInUse, leftOver } from './fixtures/resources.ts';

const patient = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 300_000 } });
const hasty = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 60 } });

const expected: Readonly<Record<Mood, string>> = {
  good: '200',
  hanging: 'fetch_timeout',
  dripping: 'fetch_timeout',
  resetting: 'connection_closed',
  redirecting: '200',
  damaged: 'encoding_invalid',
};

/** One report's worth of fetching, and what came of it. */
async function fetchOnce(url: string, mood: Mood): Promise<string> {
  const network = expected[mood] === 'fetch_timeout' ? hasty : patient;
  const fetcher = createFetcher(network);
  const fetching = fetcher.fetch(new URL(mood, url));
  try {
    return expected[mood] === '200'
      ? String((await fetching).status)
      : String(await reasonOf(fetching));
  } finally {
    await fetcher.close();
  }
}

/** Fetches so many times, each mood in turn and so many at once. */
async function fetchMixed(url: string, times: number, atOnce: number): Promise<void> {
  let started = 0;
  const work = async () => {
    while (started < times) {
      const mood = allMoods[started++ % allMoods.length] ?? 'good';
      expect(await fetchOnce(url, mood), mood).toBe(expected[mood]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

it('a thousand fetches, most of them bad, leave nothing behind', async () => {
  const server = await startMoody();
  const before = countResources();
  // What is loaded and compiled once is no leak.
  await fetchMixed(server.url, 200, 40);
  expect(await leftOver(before, 3_000)).toEqual({});
  const heapBefore = await heapInUse();
  await fetchMixed(server.url, 1_000, 40);
  expect(await leftOver(before, 3_000)).toEqual({});
  expect(server.open()).toBe(0);
  // A fetcher that stayed would take some 12 KB: a thousand of them six times as much as this.
  expect((await heapInUse()) - heapBefore).toBeLessThan(2_000_000);
}, 60_000);

it('N32 twenty targets that hang hold up nobody else', async () => {
  const server = await startMoody();
  const fetchers = Array.from({ length: 20 }, () => createFetcher(patient));
  onTestFinished(async () => {
    await Promise.all(fetchers.map((fetcher) => fetcher.close()));
  });
  const ended: unknown[] = [];
  const hung = fetchers.map((fetcher) =>
    fetcher.fetch(new URL('hanging', server.url)).catch((error) => ended.push(error)),
  );
  await expect.poll(() => server.open(), { interval: 5, timeout: 5_000 }).toBe(20);
  const good = testFetcher({ allowAddresses: ['127.0.0.1'] });
  expect((await good.fetch(new URL('good', server.url))).status).toBe(200);
  expect(ended).toEqual([]);
  await Promise.all(fetchers.map((fetcher) => fetcher.close()));
  await Promise.all(hung);
  expect(ended).toHaveLength(20);
});

it('twenty requests of one report that hang at one host hold up none to another', async () => {
  const [slow, quick] = [await startMoody(), await startMoody()];
  const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
  const hung = Array.from({ length: 20 }, () => fetcher.fetch(new URL('hanging', slow.url)));
  const ended = Promise.allSettled(hung);
  expect((await fetcher.fetch(new URL('good', quick.url))).status).toBe(200);
  await fetcher.close();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
});
