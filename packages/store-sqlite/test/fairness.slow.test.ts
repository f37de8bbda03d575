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

/** How long a page takes. */
const pageMs = 100;
/** No limit of a report ends it before the test does. */
const noLimits = { totalMs: 600_000, headersMs: 600_000 };

/** A website whose pages are slow, or held until they are released, and a worker's context. */
async function useSlowSite(analyses: NonNullable<ContextOptions['analyses']> = {}) {
  const held = new Set<() => void>();
  const server = createServer(({ url = '' }, response) => {
    const respond = () =>
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>Text.');
    if (url.startsWith('/page')) setTimeout(respond, pageMs);
    else if (url.startsWith('/held')) held.add(respond);
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
    // There is one website.
    crawls: { perHost: 10 },
    network: { allowAddresses: ['127.0.0.1'], ports: 'any', limits: noLimits },
    onEvent: (event) => events.push(event),
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = (count: number, path = 'page') =>
    Array.from({ length: count }, (_, index) => `${origin}/${path}/${index}`);
  const jobsDone = () => events.filter((event) => event.type === 'job.done');
  return { context, origin, pages, held, jobsDone };
}

it('the only job of an owner waits for few jobs while another has a thousand queued', async () => {
  const { context, origin, pages, jobsDone } = await useSlowSite();
  await createJobs(context, 'many', { urls: pages(1_000) });
  const worker = startWorker(context, { concurrency: 2 });
  onTestFinished(() => worker.stop(0));
  const ofMany = () => jobsDone().filter(({ ownerId }) => ownerId === 'many').length;
  await vi.waitFor(() => expect(ofMany()).toBeGreaterThan(0), 20_000);
  for (const round of [1, 2, 3, 4, 5]) {
    const before = ofMany();
    const { id } = await createJob(context, `one-${round}`, { url: `${origin}/page` });
    const job = await waitForJob(context, `one-${round}`, id, { ms: 30_000 });
    expect(job.status).toBe('done');
    const ownerIds = jobsDone().map(({ ownerId }) => ownerId);
    const mine = ownerIds.indexOf(`one-${round}`);
    const until = ownerIds.slice(0, mine).filter((ownerId) => ownerId === 'many').length;
    // Those that were running, and those that ran beside it.
    expect(until - before).toBeLessThanOrEqual(5);
  }
  // The other owner is not held up either.
  const before = ofMany();
  await vi.waitFor(() => expect(ofMany()).toBeGreaterThan(before + 2), 20_000);
});

it('the only job of an owner ends while another has a thousand queued whose pages do not respond', async () => {
  const { context, origin, pages, held, jobsDone } = await useSlowSite();
  await createJobs(context, 'many', { urls: pages(1_000, 'held') });
  const worker = startWorker(context, { concurrency: 2 });
  onTestFinished(() => worker.stop(0));
  await vi.waitFor(() => expect(held.size).toBeGreaterThan(0), 20_000);
  for (const round of [1, 2, 3, 4, 5]) {
    const { id } = await createJob(context, `one-${round}`, { url: `${origin}/page` });
    const job = await waitForJob(context, `one-${round}`, id, { ms: 30_000 });
    expect(job.status).toBe('done');
  }
  expect(jobsDone().some(({ ownerId }) => ownerId === 'many')).toBe(false);
  for (const respond of held) respond();
  await vi.waitFor(
    () => {
      expect(jobsDone().some(({ ownerId }) => ownerId === 'many')).toBe(true);
    },
    { timeout: 60_000 },
  );
});

it('a report of a request waits for one job at most', async () => {
  const { context, pages, jobsDone } = await useSlowSite({ total: 2 });
  await createJobs(context, 'many', { urls: pages(1_000) });
  const worker = startWorker(context, { concurrency: 1 });
  onTestFinished(() => worker.stop(0));
  await vi.waitFor(() => expect(jobsDone().length).toBeGreaterThan(0), 20_000);
  /** The number of jobs that ended until the report was created. */
  const create = async (url: string) => {
    const before = jobsDone().length;
    await createReport(context, 'requests', { url });
    return jobsDone().length - before;
  };
  // Two at a time, as many as there are slots: one of them has to wait for the job.
  for (let round = 0; round < 5; round += 1) {
    const ended = await Promise.all(pages(2).map(create));
    // The one before it, and one that ran beside it.
    expect(Math.max(...ended)).toBeLessThanOrEqual(3);
  }
  // Jobs continue between the reports.
  const before = jobsDone().length;
  await vi.waitFor(() => expect(jobsDone().length).toBeGreaterThan(before + 2), 20_000);
});
