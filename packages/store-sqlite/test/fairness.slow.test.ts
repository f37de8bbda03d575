import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ContextOptions,
  createContext,
  createJob,
  createJobs,
  createReport,
  type SitegradeEvent,
  startWorker,
  waitForJob,
} from '@sitegrade/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sqliteStore } from '../src/index.ts';

/** Tried again: a busy machine delays a test once, a missing guard each time. */
const timed = { retry: 2, timeout: 60_000 };

/** How long a page takes, and a slow one. */
const pageMs = 300;
const slowPageMs = 3_000;

/** The overhead of a busy machine. The stated bounds hold with it; without the guards it takes minutes. */
const noiseMs = 1_000;

/** A website whose pages are slow, and a worker's context. */
async function useSlowSite(analyses: NonNullable<ContextOptions['analyses']> = {}) {
  const server = createServer(({ url = '' }, response) => {
    const respond = () =>
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>Text.');
    if (url.startsWith('/page')) setTimeout(respond, pageMs);
    else if (url.startsWith('/slow')) setTimeout(respond, slowPageMs);
    else respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store = sqliteStore({ filename: ':memory:' });
  await store.migrate();
  const events: SitegradeEvent[] = [];
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });
  const context = createContext({
    store,
    analyses,
    network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
    onEvent: (event) => events.push(event),
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = (count: number, path = 'page') =>
    Array.from({ length: count }, (_, index) => `${origin}/${path}/${index}`);
  const jobsDone = () => events.filter((event) => event.type === 'job.done');
  return { context, origin, pages, jobsDone };
}

it.each(['page', 'slow'])(
  'the only job of an owner ends within two seconds while another has a thousand queued, of /%s',
  timed,
  async (path) => {
    const { context, origin, pages, jobsDone } = await useSlowSite();
    await createJobs(context, 'many', { urls: pages(1_000, path) });
    const worker = startWorker(context, { concurrency: 2 });
    onTestFinished(() => worker.stop(0));
    await vi.waitFor(() => expect(jobsDone()).not.toHaveLength(0), 20_000);
    for (const round of [1, 2, 3, 4, 5]) {
      const { id } = await createJob(context, `one-${round}`, { url: `${origin}/page` });
      const job = await waitForJob(context, `one-${round}`, id, { ms: 30_000 });
      expect(job.status).toBe('done');
      const tookMs = (job.endedAt?.getTime() ?? Number.NaN) - job.createdAt.getTime();
      expect(tookMs).toBeLessThan(2_000);
    }
    // The other owner is not held up either.
    const ofMany = () => jobsDone().filter(({ ownerId }) => ownerId === 'many');
    await vi.waitFor(() => expect(ofMany().length).toBeGreaterThan(2), 20_000);
  },
);

it('a report of a request waits for one job at most', timed, async () => {
  const { context, pages, jobsDone } = await useSlowSite({ total: 2 });
  const longest = (durations: readonly number[]) => Math.max(...durations);
  const create = async (url: string) => {
    const startedAt = performance.now();
    await createReport(context, 'requests', { url });
    return performance.now() - startedAt;
  };
  const alone = [];
  for (const url of pages(3)) alone.push(await create(url));

  await createJobs(context, 'many', { urls: pages(1_000) });
  const worker = startWorker(context, { concurrency: 1 });
  onTestFinished(() => worker.stop(0));
  await vi.waitFor(() => expect(jobsDone().length).toBeGreaterThan(0), 20_000);
  const busy: number[] = [];
  // Two at a time, as many as there are slots: one of them has to wait for the job.
  for (let round = 0; round < 5; round += 1) {
    busy.push(...(await Promise.all(pages(2).map(create))));
  }
  const longestJob = longest(jobsDone().map(({ durationMs }) => durationMs));
  expect(longest(busy)).toBeLessThan(longest(alone) + longestJob + noiseMs);
  // Jobs continue between the reports.
  const before = jobsDone().length;
  await vi.waitFor(() => expect(jobsDone().length).toBeGreaterThan(before + 2), 20_000);
});
