import {
  cruxError,
  cruxRecord,
  noCruxData,
  startCrux,
  startServer,
  testDns,
} from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { createCrawl } from '../crawls/create-crawl.ts';
import { getCrawl } from '../crawls/get-crawl.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import { cruxFieldData } from '../index.ts';
import { createJob } from '../jobs/create-jobs.ts';
import { getJob } from '../jobs/get-job.ts';
import { reportRecord } from '../records/report-record.ts';
import { startWorker } from '../worker/worker.ts';
import { analyzePage } from './analyze-page.ts';
import { createReport } from './create-report.ts';
import { getReport } from './get-report.ts';

const apiKey = 'AIzaSyTest0123456789abcdef0123456789';
const html = `<!doctype html><html lang="en"><title>Rye</title><h1>Rye</h1><a href="/rye/b">B</a>`;

/** A bakery on a host that is public, as far as the network of the context knows. */
async function open(reply: Parameters<typeof startCrux>[0], options: Partial<ContextOptions> = {}) {
  const site = await startServer(({ url }, response) => {
    if (!url?.startsWith('/rye')) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/html').end(html);
  });
  const dns = await testDns({ 'bakery.example.com': ['127.0.0.1'] });
  const crux = await startCrux(reply);
  const events: OperationEvent[] = [];
  const created = createContext({
    store: memoryStore(),
    network: { allowAddresses: ['127.0.0.1'], ports: 'any', nameServers: [dns.address] },
    fieldData: cruxFieldData({ apiKey, endpoint: crux.endpoint }),
    onOperation: (event) => events.push(event),
    ...options,
  });
  const context: Context = {
    ...created,
    network: { ...created.network, classifyAddress: () => 'public' },
  };
  const url = `http://bakery.example.com:${new URL(site).port}/rye`;
  return { context, created, events, url, asked: () => crux.requests.map(({ body }) => body) };
}

it('is stored with the report, and returned as JSON', async () => {
  const { context, url } = await open(({ url: page }) =>
    page === undefined ? noCruxData : [200, cruxRecord()],
  );
  const { id } = await createReport(context, 'user-1', { url });
  const report = await getReport(context, 'user-1', id);
  expect(report.page.fieldData?.url).toMatchObject({ status: 'found', formFactor: 'phone' });
  const record = reportRecord(report, undefined);
  expect(record.page.field_data).toEqual({
    url: {
      status: 'found',
      reason: null,
      message: null,
      form_factor: 'phone',
      first_day: '2026-05-02',
      last_day: '2026-05-29',
      lcp: { p75: 2_100, rating: 'good', good_share: 0.8123 },
      inp: { p75: 180, rating: 'good', good_share: 0.8123 },
      cls: { p75: 0.05, rating: 'good', good_share: 0.8123 },
      ttfb: { p75: 900, rating: 'needs_improvement', good_share: 0.8123 },
      fcp: { p75: 1_700, rating: 'good', good_share: 0.8123 },
    },
    origin: {
      status: 'none',
      reason: 'no_data',
      message: expect.stringMatching(/^There is no data/),
      form_factor: null,
      first_day: null,
      last_day: null,
      lcp: null,
      inp: null,
      cls: null,
      ttfb: null,
      fcp: null,
    },
  });
  expect(record.checks['core-web-vitals']).toMatchObject({ status: 'pass', weight: 5 });
});

it('is left out without a source', async () => {
  const { context, url } = await open(noCruxData, { fieldData: undefined as never });
  const { id } = await createReport(context, 'user-1', { url });
  const record = reportRecord(await getReport(context, 'user-1', id), undefined);
  expect(record.page).not.toHaveProperty('field_data');
});

describe('is requested', () => {
  it('once for two reports at the same time, and once a day by the clock of the context', async () => {
    let now = Date.parse('2026-06-01T12:00:00Z');
    const { context, url, asked } = await open([200, cruxRecord()], { now: () => new Date(now) });
    const both = [1, 2].map((user) => analyzePage(context, `user-${user}`, { url }));
    await Promise.all(both);
    expect(asked()).toHaveLength(2);
    now += 23 * 3_600_000;
    await analyzePage(context, 'user-1', { url });
    expect(asked()).toHaveLength(2);
    now += 3_600_000;
    await analyzePage(context, 'user-1', { url });
    expect(asked()).toHaveLength(4);
  });

  it('by jobs, and not by crawls', async () => {
    const { context, url, asked } = await open([200, cruxRecord()]);
    const crawl = await createCrawl(context, 'user-1', { url });
    const worker = startWorker(context);
    onTestFinished(() => worker.stop(0));
    await expect
      .poll(async () => (await getCrawl(context, 'user-1', crawl.id)).endedAt, { timeout: 60_000 })
      .not.toBeNull();
    expect((await getCrawl(context, 'user-1', crawl.id)).progress.done).toBe(2);
    expect(asked()).toEqual([]);
    const job = await createJob(context, 'user-1', { url });
    await expect
      .poll(async () => (await getJob(context, 'user-1', job.id)).reportId, { timeout: 60_000 })
      .not.toBeNull();
    expect(asked()).toHaveLength(2);
  });

  it('without the query of the URL, and not for one with a secret in its path', async () => {
    const { context, url, asked } = await open([200, cruxRecord()]);
    await analyzePage(context, 'user-1', { url: `${url}?token=s3cret-s3cret&a=b#c` });
    await analyzePage(context, 'user-1', { url: `${url}/${apiKey}` });
    await analyzePage(context, 'user-1', { url: `${url};jsessionid=s3cret-s3cret` });
    const both = [
      { url, formFactor: 'PHONE' },
      { origin: new URL(url).origin, formFactor: 'PHONE' },
    ];
    expect(asked()).toHaveLength(both.length);
    expect(asked()).toEqual(expect.arrayContaining(both));
  });

  it('not for a page of a private address, or with headers', async () => {
    const { context, created, url, asked } = await open([200, cruxRecord()]);
    await analyzePage(created, 'user-1', { url });
    const headers = { authorization: 'Basic x' };
    const { page } = await analyzePage(context, 'user-1', { url }, { headers });
    expect(page.fieldData?.url).toMatchObject({ reason: 'has_headers' });
    expect(asked()).toEqual([]);
  });
});

describe('a wrong key', () => {
  const refused = cruxError(
    400,
    'INVALID_ARGUMENT',
    `API key not valid: ${apiKey}`,
    'API_KEY_INVALID',
  );

  it('is one event for many reports, and is in none of them', async () => {
    const { context, events, url, asked } = await open([400, refused]);
    const records: unknown[] = [];
    for (const path of ['', '/b', '/c']) {
      const { id } = await createReport(context, 'user-1', { url: url + path });
      records.push(reportRecord(await getReport(context, 'user-1', id), undefined));
    }
    const failed = events.filter(({ type }) => type === 'field_data.failed');
    expect(failed).toMatchObject([
      {
        reason: 'key_refused',
        error: {
          message: expect.stringContaining('status 400 (INVALID_ARGUMENT): API key not valid'),
        },
      },
    ]);
    expect(asked()).toHaveLength(2);
    expect(records).toMatchObject([
      { page: { field_data: { url: { reason: 'key_refused' } } } },
      { page: { field_data: { url: { reason: 'key_refused' } } } },
      { page: { field_data: { url: { reason: 'key_refused' } } } },
    ]);
    expect(JSON.stringify([events, records])).not.toMatch(/AIza|0123456789abcdef/);
  });

  it('is one process warning without a listener', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const first = await open([400, refused], { onOperation: undefined as never });
    const second = await open([400, refused], { onOperation: undefined as never });
    for (const { context, url } of [first, second]) await analyzePage(context, 'user-1', { url });
    expect(warn.mock.calls).toEqual([
      [
        'Reports have no data of real visitors: its source has failed. Later failures are not reported.',
        expect.objectContaining({ code: 'SITEGRADE_FIELD_DATA_FAILED' }),
      ],
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(apiKey);
  });
});
