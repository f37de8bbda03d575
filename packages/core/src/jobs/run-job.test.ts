import { createSharedResults } from '@sitegrade/audit';
import { startServer } from '@sitegrade/audit/for-tests';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { listReports } from '../reports/list-reports.ts';
import type { Store } from '../store/store.ts';
import { createJob } from './create-jobs.ts';
import { getJob } from './get-job.ts';
import { runJob } from './run-job.ts';

const busy = new SitegradeError('overloaded', 'The database is not available.');

let origin: string;
let isPageBroken: boolean;
/** Requests of the page itself, not of robots.txt and others. */
let requests: number;
let events: SitegradeEvent[];
let store: Store;

beforeEach(async () => {
  isPageBroken = false;
  requests = 0;
  origin = await startServer((request, response) => {
    if (request.url !== '/page') {
      response.writeHead(404).end();
      return;
    }
    requests += 1;
    if (isPageBroken) response.destroy();
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  events = [];
  store = memoryStore();
});

afterEach(async () => {
  vi.useRealTimers();
});

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    onEvent: (event) => events.push(event),
    ...options,
  });
const typesOf = () => events.map(({ type }) => type);

/** Runs a job, whose report is stored by `createOnce` and whose failure by `end`. */
async function run(
  { createOnce, end }: { createOnce?: Store['reports']['createOnce']; end?: Store['jobs']['end'] },
  signal: AbortSignal = new AbortController().signal,
) {
  const context = make({
    store: {
      ...store,
      reports: { ...store.reports, ...(createOnce && { createOnce }) },
      jobs: { ...store.jobs, ...(end && { end }) },
    },
  });
  const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
  const claimed = await store.jobs.claim({
    token: 'a',
    leaseMs: 60_000,
    perHost: 2,
    now: new Date(),
  });
  if (claimed === undefined) throw new Error('No job is due.');
  const running = runJob(context, claimed, createSharedResults(context), signal);
  return { id, running, jobNow: () => getJob(context, 'ann', id), context };
}

describe('a store that is busy', () => {
  it('gets the same report again after 100 ms, 200 ms and so on, without another audit', async () => {
    let stored = () => {};
    const isStored = new Promise<void>((resolve) => {
      stored = resolve;
    });
    const createOnce = vi.fn(store.reports.createOnce).mockImplementationOnce(async () => {
      // From now on, only the test advances timers.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      stored();
      throw busy;
    });
    createOnce.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
    const { running, jobNow, context } = await run({ createOnce });
    await isStored;
    const requestsOfAudit = requests;
    for (const [ms, calls] of [
      [99, 1],
      [1, 2],
      [199, 2],
      [1, 3],
      [399, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(createOnce).toHaveBeenCalledTimes(calls);
    }
    expect(await running).toBeUndefined();
    expect(requestsOfAudit).toBeGreaterThan(0);
    expect(requests).toBe(requestsOfAudit);
    const [first] = createOnce.mock.calls[0] ?? [];
    for (const [report] of createOnce.mock.calls) expect(report).toBe(first);
    expect(await jobNow()).toMatchObject({ status: 'done', attempts: 1, error: null });
    expect((await listReports(context, 'ann')).total).toBe(1);
    expect(typesOf()).toEqual(['jobs.created', 'report.created', 'job.done']);
  });

  it('is asked no more when the lease ends, and the job keeps its error', async () => {
    const lease = new AbortController();
    const createOnce = vi.fn<Store['reports']['createOnce']>(async () => {
      // While the next call is waited for.
      if (createOnce.mock.calls.length === 2) {
        setImmediate(() => lease.abort(new Error('The lease ends.')));
      }
      throw busy;
    });
    const { running, jobNow } = await run({ createOnce }, lease.signal);
    await running;
    expect(createOnce).toHaveBeenCalledTimes(2);
    expect(await jobNow()).toMatchObject({
      status: 'queued',
      attempts: 1,
      error: { code: 'overloaded', message: 'The database is not available.' },
    });
    expect(events.at(-1)).toMatchObject({ type: 'job.retried', code: 'overloaded' });
    expect(events.at(-1)).not.toHaveProperty('error');
  });

  it('may have stored the report although its response was lost: it is created once', async () => {
    const createOnce = vi.fn(store.reports.createOnce).mockImplementationOnce(async (...given) => {
      await store.reports.createOnce(...given);
      throw busy;
    });
    const { running, jobNow, context } = await run({ createOnce });
    await running;
    const { reportId } = await jobNow();
    expect((await listReports(context, 'ann')).total).toBe(1);
    expect(events.slice(1)).toMatchObject([
      { type: 'report.created', reportId },
      { type: 'job.done', reportId },
    ]);
  });

  it('may have canceled the job in the meantime: nothing is stored', async () => {
    const createOnce = vi.fn(store.reports.createOnce).mockImplementationOnce(async () => {
      await store.jobs.cancel('ann', 1, new Date());
      throw busy;
    });
    const { running, context } = await run({ createOnce });
    await running;
    expect(createOnce).toHaveBeenCalledTimes(2);
    expect((await listReports(context, 'ann')).total).toBe(0);
    expect(typesOf()).toEqual(['jobs.created']);
  });

  it('gets the failure of a job again', async () => {
    isPageBroken = true;
    const end = vi.fn(store.jobs.end).mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
    const { running, jobNow } = await run({ end });
    await running;
    expect(end).toHaveBeenCalledTimes(3);
    expect(await jobNow()).toMatchObject({ status: 'failed', attempts: 1 });
    expect(typesOf()).toEqual(['jobs.created', 'report.failed', 'job.failed']);
  });
});

it('a store that fails otherwise is not asked again', async () => {
  const createOnce = vi.fn(async () => Promise.reject(new Error('broken')));
  const { running } = await run({ createOnce });
  expect(await running).toMatchObject({ message: 'broken' });
  expect(createOnce).toHaveBeenCalledOnce();
});
