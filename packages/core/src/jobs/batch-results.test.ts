import { startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { createReport } from '../reports/create-report.ts';
import { getReport } from '../reports/get-report.ts';
import { startWorker } from '../worker/worker.ts';
import { createJob, createJobs } from './create-jobs.ts';
import { getJob } from './get-job.ts';

const html =
  '<!doctype html><title>A page</title><a href="/linked">A link</a><img src="/logo.png">';

let origin: string;
/** The paths that were requested. */
let requests: string[];
let ms: number;
/** The time that passes when a job has ended. */
let msBetween: number;

beforeEach(async () => {
  requests = [];
  ms = 0;
  msBetween = 0;
  origin = await startServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url?.startsWith('/page')) response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
});

const now = () => new Date(1_800_000_000_000 + ms);

/** A worker that runs one job after the other. */
function start() {
  const context = createContext({
    store: memoryStore(),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    now,
    monotonicMs: () => ms,
    onEvent: ({ type }) => {
      if (type === 'job.done') ms += msBetween;
    },
  });
  const worker = startWorker(context, { concurrency: 1 });
  onTestFinished(() => worker.stop(0));
  const urlsOf = (...paths: readonly string[]) => paths.map((path) => `${origin}${path}`);
  const jobEnds = (owner: string, id: number) =>
    vi.waitFor(
      async () => {
        const job = await getJob(context, owner, id);
        expect(job.status).toBe('done');
        return getReport(context, owner, job.reportId ?? 0);
      },
      { interval: 5, timeout: 20_000 },
    );
  /** Runs a batch, and returns its reports, and how often what is at a fixed path was requested. */
  const runBatch = async (owner: string, ...paths: readonly string[]) => {
    requests.length = 0;
    const { jobs } = await createJobs(context, owner, { urls: urlsOf(...paths) });
    const reports = await Promise.all(jobs.map(({ id }) => jobEnds(owner, id)));
    return { reports, requested: countsOf() };
  };
  return { context, jobEnds, runBatch };
}

/** How often these were requested: of the site, and of its pages. */
function countsOf() {
  const count = (path: string) => requests.filter((requested) => requested === path).length;
  return ['/robots.txt', '/llms.txt', '/favicon.ico', '/linked', '/logo.png'].map(count);
}

const once = [1, 1, 1, 1, 1];

it('the jobs of a batch request a site and what their pages refer to once', async () => {
  const { runBatch } = start();
  const { reports, requested } = await runBatch('ann', '/page/1', '/page/2', '/page/3');
  expect(requested).toEqual(once);
  expect(reports.map(({ page }) => page.oldestSharedAt)).toEqual([
    undefined,
    now().toISOString(),
    now().toISOString(),
  ]);
  expect(reports.map(({ checks }) => checks['links-broken']?.status)).toEqual(
    reports.map(() => 'fail'),
  );
});

it.each([
  [29_999, 1],
  [30_000, 2],
  [60_000, 3],
])(
  'a batch whose jobs begin %i ms after each other requests it %i times',
  async (passed, times) => {
    msBetween = passed;
    const { runBatch } = start();
    const { requested } = await runBatch('ann', '/page/1', '/page/2', '/page/3');
    expect(requested).toEqual(once.map(() => times));
  },
);

it('other batches, other owners, and reports that someone may wait for request it again', async () => {
  const { context, jobEnds, runBatch } = start();
  expect((await runBatch('ann', '/page/1', '/page/2')).requested).toEqual(once);
  expect((await runBatch('ann', '/page/1')).requested).toEqual(once);
  expect((await runBatch('bob', '/page/1')).requested).toEqual(once);
  for (const path of ['/page/1', '/page/2']) {
    requests.length = 0;
    const { id } = await createJob(context, 'ann', { url: origin + path });
    expect((await jobEnds('ann', id)).page).not.toHaveProperty('oldestSharedAt');
    expect(countsOf()).toEqual(once);
  }
  requests.length = 0;
  const report = await createReport(context, 'ann', { url: `${origin}/page/1` });
  expect(report.page).not.toHaveProperty('oldestSharedAt');
  expect(countsOf()).toEqual(once);
});
