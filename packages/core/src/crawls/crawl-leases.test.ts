import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { CrawlStore } from '../store/crawl-store.ts';
import type { Store } from '../store/store.ts';
import { type JobWorker, startWorker } from '../worker/worker.ts';
import { cancelCrawl, deleteCrawl } from './cancel-crawl.ts';
import { createCrawl } from './create-crawl.ts';
import { startSite } from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { eachCrawlPage } from './list-crawl-pages.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let store: Store;
/** Milliseconds that are added to the clock. */
let later: number;
let workers: JobWorker[];

beforeEach(() => {
  store = memoryStore();
  later = 0;
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
});

const make = (origins: readonly string[], options: Partial<ContextOptions> = {}): Context =>
  createContext({
    store,
    network: { allowAddresses: origins.map((origin) => new URL(origin).host), ports: 'any' },
    now: () => new Date(Date.now() + later),
    ...options,
  });

const work = (context: Context, concurrency = 1): JobWorker => {
  const worker = startWorker(context, { concurrency });
  workers.push(worker);
  return worker;
};

const create = (context: Context, origin: string, ownerId = 'ann', maxPages?: number) =>
  createCrawl(context, ownerId, { url: `${origin}/`, maxPages });

async function ended(context: Context, id: number, ownerId = 'ann') {
  for (;;) {
    const crawl = await getCrawl(context, ownerId, id);
    if (crawl.endedAt !== null) return crawl;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a crawl has found, without ids and times. */
async function resultOf(context: Context, id: number) {
  const { status, end, score, result, progress } = await getCrawl(context, 'ann', id);
  const pages = [];
  for await (const page of eachCrawlPage(context, 'ann', id, { sort: 'asc' })) pages.push(page);
  const issues = await listCrawlIssues(context, 'ann', id);
  return { status, end, score, result, progress, pages, issues };
}

const site = { '/': ['/a', '/b', '/missing'], '/a': ['/a/deep'], '/b': ['/a'], '/a/deep': [] };

describe('a worker that is lost in a step', () => {
  type Step = 'begin' | 'addUrls' | 'endStep' | 'setLinks' | 'end';

  /** A store in which a method of one worker waits, and then calls what comes next. */
  function holding(method: Step) {
    const gate = { open: () => {}, isReached: false };
    const isOpen = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const answers: boolean[] = [];
    const held =
      <Given extends unknown[]>(call: (...given: Given) => Promise<boolean>) =>
      async (...given: Given) => {
        gate.isReached = true;
        await isOpen;
        const answer = await call(...given);
        answers.push(answer);
        return answer;
      };
    const crawls: CrawlStore = { ...store.crawls, [method]: held(store.crawls[method] as never) };
    return { gate, answers, store: { ...store, crawls } };
  }

  it.each<Step>(['begin', 'addUrls', 'endStep', 'setLinks', 'end'])(
    'is replaced after 30 seconds, changes nothing later, and the result is that of one crawl: %s',
    async (method) => {
      const { origin } = await startSite(site);
      const undisturbed = make([origin], { store: memoryStore() });
      const first = await create(undisturbed, origin);
      work(undisturbed);
      await ended(undisturbed, first.id);

      const { gate, answers, store: held } = holding(method);
      const context = make([origin]);
      const { id } = await create(context, origin);
      work(make([origin], { store: held }));
      await vi.waitFor(() => expect(gate.isReached).toBe(true));
      // The clock goes on, too: not to the last second.
      later += 15_000;
      const claimed = vi.spyOn(store.crawls, 'claim');
      work(context);
      await vi.waitFor(() => expect(claimed.mock.settledResults.length).toBeGreaterThan(0));
      expect((await getCrawl(context, 'ann', id)).endedAt).toBeNull();
      expect(claimed.mock.settledResults.every(({ value }) => value === undefined)).toBe(true);
      later += 15_000;
      await context.queue.announce(1);
      await vi.waitFor(async () => expect((await ended(context, id)).status).toBe('done'));
      gate.open();
      await vi.waitFor(() => expect(answers).toEqual([false]));
      expect(await resultOf(context, id)).toEqual(await resultOf(undisturbed, first.id));
    },
  );

  it('is aborted when a renewal says so, without a warning', async () => {
    const { origin } = await startSite(site);
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { gate, store: held } = holding('setLinks');
    const context = make([origin], { store: held });
    const { id } = await create(context, origin);
    const worker = work(context);
    const renewed = vi.spyOn(held.crawls, 'renew');
    await vi.waitFor(() => expect(gate.isReached).toBe(true));
    await cancelCrawl(context, 'ann', id);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(renewed.mock.settledResults).toMatchObject([{ value: false }]);
    gate.open();
    await worker.stop(0);
    expect(warned).not.toHaveBeenCalled();
    expect(await getCrawl(context, 'ann', id)).toMatchObject({ status: 'canceled', score: null });
  });
});

describe('the time of a crawl', () => {
  /** A site with many pages, each of which takes some time. */
  const slowSite = async (pages: number, ms: number) =>
    startSite((path) => {
      if (/^\/\d+$/.test(path)) later += ms;
      if (path === '/') return Array.from({ length: pages }, (_, index) => `/${index}`);
      return path === '/robots.txt' ? undefined : [];
    });

  it.each([
    // Pages of ten minutes each, and the start page.
    { maxPages: 100, hours: 6, pages: 37 },
    { maxPages: 10_000, hours: 6, pages: 37 },
    { maxPages: 15_000, hours: 9, pages: 55 },
  ])('is over after $hours hours of work for $maxPages pages', async ({ maxPages, pages }) => {
    const { origin } = await slowSite(80, 10 * minuteMs);
    const context = make([origin], { crawls: { perHost: 1, maxPages: 20_000 } });
    const { id } = await create(context, origin, 'ann', maxPages);
    work(context);
    const done = await ended(context, id);
    expect(done).toMatchObject({ status: 'done', end: 'time_limit' });
    expect(done.progress).toMatchObject({ done: pages, skipped: { ended: 81 - pages } });
    expect(done.score).not.toBeNull();
  });

  it('does not contain the time in which no worker is free', async () => {
    const { origin } = await slowSite(4, 0);
    const context = make([origin], { crawls: { perHost: 1 } });
    const { id } = await create(context, origin);
    for (let days = 0; (await getCrawl(context, 'ann', id)).endedAt === null; days += 1) {
      expect(days).toBeLessThan(50);
      // A worker that does one piece a day.
      const claim = vi.fn(store.crawls.claim);
      claim.mockImplementation(async (query) =>
        claim.mock.calls.length > 1 ? undefined : store.crawls.claim(query),
      );
      const { endPage } = store.crawls;
      const crawls: Store['crawls'] = {
        ...store.crawls,
        claim,
        endPage: (lease, outcome, now) => endPage(lease, outcome, now),
      };
      const worker = work(make([origin], { store: { ...store, crawls } }));
      await vi.waitFor(() => expect(claim.mock.settledResults.length).toBeGreaterThan(1));
      await worker.stop();
      later += 24 * hourMs;
    }
    const done = await getCrawl(context, 'ann', id);
    expect(done).toMatchObject({ status: 'done', end: 'complete', progress: { done: 5 } });
    expect(Number(done.endedAt) - Number(done.startedAt)).toBeGreaterThan(6 * 24 * hourMs);
  });
});

describe('crawls beyond the limit', () => {
  /** Three sites, of which the first one responds when it is released. */
  async function threeSites() {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = { before: async (path: string) => (path === '/a' ? isReleased : undefined) };
    const [one, two, three] = [
      await startSite(site, held),
      await startSite(site),
      await startSite(site),
    ];
    const origins = [one, two, three].map(({ origin }) => origin);
    const context = make(origins, { crawls: { maxRunning: 1 } });
    const ids = [
      (await create(context, one.origin, 'ann')).id,
      (await create(context, two.origin, 'bob')).id,
      (await create(context, three.origin, 'eve')).id,
    ] as const;
    return { context, ids, release };
  }

  it('wait until others have ended', async () => {
    const { context, ids, release } = await threeSites();
    work(context, 4);
    await vi.waitFor(async () => {
      expect((await getCrawl(context, 'ann', ids[0])).progress.running).toBeGreaterThan(0);
    });
    expect((await getCrawl(context, 'bob', ids[1])).status).toBe('queued');
    release();
    const [first, second, third] = [
      await ended(context, ids[0], 'ann'),
      await ended(context, ids[1], 'bob'),
      await ended(context, ids[2], 'eve'),
    ];
    for (const { status, end } of [first, second, third]) {
      expect([status, end]).toEqual(['done', 'complete']);
    }
    expect(Number(second.startedAt)).toBeGreaterThanOrEqual(Number(first.endedAt));
    expect(Number(third.startedAt)).toBeGreaterThanOrEqual(Number(second.endedAt));
  });

  it('run when others fail, are canceled, or deleted', async () => {
    const { context, ids, release } = await threeSites();
    onTestFinished(release);
    const announced = vi.spyOn(context.queue, 'announce');
    await cancelCrawl(context, 'ann', ids[0]);
    // Bob's is admitted, and Eve's is not.
    expect(await store.crawls.admit(1)).toBe(0);
    expect(announced).toHaveBeenCalledTimes(1);
    await deleteCrawl(context, 'bob', ids[1]);
    expect(await store.crawls.admit(1)).toBe(0);
    expect(announced).toHaveBeenCalledTimes(2);
    work(context);
    expect(await ended(context, ids[2], 'eve')).toMatchObject({ end: 'complete' });
    const gone = await createCrawl(context, 'bob', { url: 'http://127.0.0.1:9/' });
    const next = await createCrawl(context, 'eve', { url: 'http://127.0.0.1:9/' });
    expect((await ended(context, gone.id, 'bob')).status).toBe('failed');
    expect((await ended(context, next.id, 'eve')).status).toBe('failed');
  });

  it('run when others were interrupted too often', async () => {
    const { context, ids, release } = await threeSites();
    onTestFinished(release);
    const lost = { perHost: 2, pageLeaseMs: 0, stepLeaseMs: 0, maxAttempts: 100 };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const token = `lost-${attempt}`;
      await store.crawls.claim({ ...lost, token, crawlId: ids[0], now: context.now() });
    }
    const admit = vi.spyOn(store.crawls, 'admit').mockResolvedValueOnce(0);
    work(context);
    expect(await ended(context, ids[0], 'ann')).toMatchObject({ end: 'interrupted' });
    expect(await ended(context, ids[1], 'bob')).toMatchObject({ end: 'complete' });
    expect(admit.mock.calls.length).toBeGreaterThan(1);
  });

  it('run when a worker sweeps, if the process that should have admitted them has ended', async () => {
    const { context, ids, release } = await threeSites();
    onTestFinished(release);
    await store.crawls.cancel('ann', ids[0], new Date());
    expect((await getCrawl(context, 'bob', ids[1])).status).toBe('queued');
    work(context);
    expect(await ended(context, ids[1], 'bob')).toMatchObject({ end: 'complete' });
    expect(await ended(context, ids[2], 'eve')).toMatchObject({ end: 'complete' });
  });
});
