import { expect, it, onTestFinished } from 'vitest';
import { allFaults, type Fault, startFaultyServer } from './fixtures/faulty-server.ts';
import { ownFetcher, reasonOf, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { countResources, heapInUse, leakedResources } from './fixtures/resources.ts';

const patient = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 300_000 } });
const hasty = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 60 } });

const expected: Readonly<Record<Fault, string>> = {
  good: '200',
  hanging: 'fetch_timeout',
  dripping: 'fetch_timeout',
  resetting: 'connection_closed',
  redirecting: '200',
  damaged: 'encoding_invalid',
};

/** Fetches like one report, and returns the result. */
async function fetchOnce(url: string, fault: Fault): Promise<string> {
  const network = expected[fault] === 'fetch_timeout' ? hasty : patient;
  const fetcher = ownFetcher(network);
  const fetching = fetcher.fetch(new URL(fault, url));
  try {
    return expected[fault] === '200'
      ? String((await fetching).status)
      : String(await reasonOf(fetching));
  } finally {
    await fetcher.close();
  }
}

/** Fetches all faults repeatedly, with limited concurrency. */
async function fetchMixed(url: string, times: number, atOnce: number): Promise<void> {
  let started = 0;
  const work = async () => {
    while (started < times) {
      const fault = allFaults[started++ % allFaults.length] ?? 'good';
      expect(await fetchOnce(url, fault), fault).toBe(expected[fault]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

it('a thousand requests, most of them failing, leak no resources', async () => {
  const server = await startFaultyServer();
  const before = countResources();
  // Modules that are loaded once are not a leak.
  await fetchMixed(server.url, 200, 40);
  expect(await leakedResources(before, 30_000)).toEqual({});
  const heapBefore = await heapInUse();
  await fetchMixed(server.url, 1_000, 40);
  expect(await leakedResources(before, 30_000)).toEqual({});
  expect(server.open()).toBe(0);
  // A leaked fetcher takes about 12 KB: a thousand take six times this limit.
  expect((await heapInUse()) - heapBefore).toBeLessThan(2_000_000);
});

it('N32 twenty hanging targets do not delay others', async () => {
  const server = await startFaultyServer();
  const fetchers = Array.from({ length: 20 }, () => ownFetcher(patient));
  onTestFinished(async () => {
    await Promise.all(fetchers.map((fetcher) => fetcher.close()));
  });
  const ended: unknown[] = [];
  const hung = fetchers.map((fetcher) =>
    fetcher.fetch(new URL('hanging', server.url)).catch((error) => ended.push(error)),
  );
  await expect.poll(() => server.open(), { interval: 5 }).toBe(20);
  const good = testFetcher({ allowAddresses: ['127.0.0.1'] });
  expect((await good.fetch(new URL('good', server.url))).status).toBe(200);
  expect(ended).toEqual([]);
  await Promise.all(fetchers.map((fetcher) => fetcher.close()));
  await Promise.all(hung);
  expect(ended).toHaveLength(20);
});

it('twenty hanging requests to one host do not delay requests to another', async () => {
  const [slow, quick] = [await startFaultyServer(), await startFaultyServer()];
  const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
  const hung = Array.from({ length: 20 }, () => fetcher.fetch(new URL('hanging', slow.url)));
  const ended = Promise.allSettled(hung);
  expect((await fetcher.fetch(new URL('good', quick.url))).status).toBe(200);
  await fetcher.close();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
});
