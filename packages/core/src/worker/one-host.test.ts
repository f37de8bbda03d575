import { startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { embeddedQueue } from '../context/embedded-queue.ts';
import { createCrawl } from '../crawls/create-crawl.ts';
import { createJob, createJobs } from '../jobs/create-jobs.ts';
import { getJob, getJobProgress } from '../jobs/get-job.ts';
import { createReport } from '../reports/create-report.ts';
import type { Store } from '../store/store.ts';
import { type JobWorker, startWorker } from './worker.ts';

/** A page whose links and images differ from those of other pages, so that each report sends many requests. */
const htmlOf = (path = '') =>
  `<!doctype html><title>A page</title><h1>A page</h1>${Array.from(
    { length: 12 },
    (_, at) => `<a href="/link-${at}?${path}">link</a><img src="/image-${at}.png?${path}" alt="">`,
  ).join('')}`;

let origin: string;
/** Requests that the server has not answered yet, and the pages that are being reported. */
let open: number;
let mostOpen: number;
let total: number;
/** Until then, the server answers nothing that the function names. */
let answered: Promise<void>;
let waits: (path: string) => boolean;
let workers: JobWorker[];

beforeEach(async () => {
  open = 0;
  mostOpen = 0;
  total = 0;
  answered = Promise.resolve();
  waits = () => true;
  workers = [];
  origin = await startServer((request, response) => {
    open += 1;
    total += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    // Later, so that requests overlap.
    setImmediate(async () => {
      if (waits(request.url ?? '')) await answered;
      response.setHeader('content-type', 'text/html').end(htmlOf(request.url));
    });
  });
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
});

/** Counts the jobs that run at the same time, by what the store says. */
function countingRuns(store: Store) {
  let running = 0;
  let most = 0;
  const counted: Store = {
    ...store,
    jobs: {
      ...store.jobs,
      async claim(query) {
        const claimed = await store.jobs.claim(query);
        if (claimed) running += 1;
        most = Math.max(most, running);
        return claimed;
      },
    },
    reports: {
      ...store.reports,
      async createOnce(report, claim) {
        if ('jobId' in claim) running -= 1;
        return store.reports.createOnce(report, claim);
      },
    },
  };
  return { counted, most: () => most };
}

const makeContext = (store: Store) =>
  createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
  });

it('16 jobs of one host on two workers: two reports and eight requests at a time', async () => {
  const { counted, most } = countingRuns(memoryStore());
  // Two processes have a context each.
  const contexts = [makeContext(counted), makeContext(counted)] as const;
  const urls = Array.from({ length: 8 }, (_, at) => `${origin}/page-${at}`);
  // However busy the machine is, some requests of a report overlap.
  answered = vi.waitUntil(() => mostOpen > 2, { interval: 1, timeout: 200_000 }).then(() => {});
  waits = (path) => /^\/(?:link|image)-/.test(path);
  const batches = await Promise.all(
    ['ann', 'bob'].map((owner) => createJobs(contexts[0], owner, { urls })),
  );
  workers = contexts.map((context) => startWorker(context));
  const isDone = async (at: number, owner: string) => {
    const progress = await getJobProgress(contexts[0], owner, batches[at]?.batchId ?? 0);
    return progress.done === 8;
  };
  await vi.waitFor(
    async () => expect([await isDone(0, 'ann'), await isDone(1, 'bob')]).toEqual([true, true]),
    { interval: 50 },
  );
  expect(most()).toBe(2);
  expect(mostOpen).toBeLessThanOrEqual(8);
  expect(total).toBeGreaterThan(160);
});

it.each([
  ['a request', 8],
  ['a job', 4],
] as const)('a report of %s sends a host %i requests at a time', async (by, atOnce) => {
  const context = makeContext(memoryStore());
  answered = vi.waitUntil(() => open >= atOnce, { interval: 1, timeout: 200_000 }).then(() => {});
  waits = (path) => /^\/(?:link|image)-/.test(path);
  const url = `${origin}/page`;
  if (by === 'a request') await createReport(context, 'ann', { url });
  else {
    const { id } = await createJob(context, 'ann', { url });
    workers = [startWorker(context)];
    await vi.waitFor(async () =>
      expect(await getJob(context, 'ann', id)).toMatchObject({ status: 'done' }),
    );
  }
  expect(mostOpen).toBe(atOnce);
});

it('a report of a request does not wait for jobs of its host, which leave room for it', async () => {
  const store = memoryStore();
  const context = makeContext(store);
  const claim = vi.spyOn(store.jobs, 'claim');
  const { batchId } = await createJobs(context, 'ann', {
    urls: Array.from({ length: 4 }, (_, at) => `${origin}/page-${at}`),
  });
  let answer = () => {};
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  const reports = [1, 2].map((at) => createReport(context, 'bob', { url: `${origin}/now-${at}` }));
  await vi.waitFor(() => expect(context.openReports.hosts()).toHaveLength(2));
  workers = [startWorker(context)];
  await vi.waitFor(() => expect(claim).toHaveBeenCalled());
  expect(claim.mock.calls[0]?.[0]).toMatchObject({
    perHost: 2,
    otherReports: [new URL(origin).host, new URL(origin).host],
  });
  answer();
  expect(await Promise.all(reports)).toHaveLength(2);
  expect(context.openReports.hosts()).toEqual([]);
  await vi.waitFor(async () =>
    expect(await getJobProgress(context, 'ann', batchId)).toMatchObject({ done: 4 }),
  );
});

it('jobs and a crawl of one host all end, with eight requests at a time', async () => {
  const store = memoryStore();
  const contexts = [makeContext(store), makeContext(store)] as const;
  const { batchId } = await createJobs(contexts[0], 'ann', {
    urls: Array.from({ length: 8 }, (_, at) => `${origin}/page-${at}`),
  });
  const crawl = await createCrawl(contexts[0], 'bob', { url: `${origin}/`, maxPages: 8 });
  workers = contexts.map((context) => startWorker(context));
  await vi.waitFor(
    async () => {
      expect(await getJobProgress(contexts[0], 'ann', batchId)).toMatchObject({ done: 8 });
      expect(await store.crawls.find('bob', crawl.id)).toMatchObject({ status: 'done' });
    },
    { interval: 50 },
  );
  expect(mostOpen).toBeLessThanOrEqual(8);
});

it('workers that wake each other share the pages of a crawl', async () => {
  const requested: string[] = [];
  const links = Array.from({ length: 30 }, (_, at) => `<a href="/page-${at}">page</a>`);
  const site = await startServer((request, response) => {
    if (!request.url?.startsWith('/page-')) {
      return response.setHeader('content-type', 'text/html').end(`<title>A</title>${links}`);
    }
    // These pages never respond.
    return requested.push(request.headers['user-agent'] ?? '');
  });
  const store = memoryStore();
  const agents = ['first', 'second'];
  const queues = agents.map(() => embeddedQueue());
  const announce = async (count: number) => {
    await Promise.all(queues.map((queue) => queue.announce(count)));
  };
  const contexts = queues.map((queue, at) =>
    createContext({
      store,
      queue: { ...queue, announce },
      network: {
        allowAddresses: [new URL(site).host],
        ports: 'any',
        userAgent: agents[at] ?? '',
      },
      crawls: { perHost: 10 },
    }),
  );
  workers = contexts.map((context) => startWorker(context));
  const [context] = contexts;
  if (context) await createCrawl(context, 'ann', { url: `${site}/` });
  await vi.waitFor(() => expect(requested).toHaveLength(10));
  const share = requested.filter((agent) => agent === 'first').length;
  expect(share).toBeGreaterThan(2);
  expect(share).toBeLessThan(8);
});
