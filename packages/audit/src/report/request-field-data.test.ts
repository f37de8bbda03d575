import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testDns, testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { cruxFieldData } from '../field-data/crux-field-data.ts';
import type { FieldData, FieldDataRequest } from '../field-data/field-data.ts';
import { cruxRecord, noCruxData, startCrux } from '../field-data/fixtures/crux-server.ts';
import { stopTime, until } from '../fixtures/fake-time.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';
import type { FieldDataFailed } from './request-field-data.ts';

const apiKey = 'AIzaSyTest0123456789abcdef0123456789';
const host = 'bakery.example.com';

/** A report of a page on a host that is public, as far as the network knows. */
async function report(
  options: Partial<Parameters<typeof auditPage>[1]>,
  {
    path = '/rye',
    hostname = host,
    isPublic = true,
    limits = {},
    respond = (response: ServerResponse): unknown =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Rye</title>'),
  } = {},
) {
  const site = await startHttp(({ url }, response) => {
    if (url === '/moved') response.writeHead(301, { location: '/rye?from=moved' }).end();
    else if (url?.startsWith('/r')) respond(response);
    else response.writeHead(404).end();
  });
  const dns = await testDns({ [hostname]: ['127.0.0.1'] });
  const network = testNetwork({
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    limits,
  });
  const failures: FieldDataFailed[] = [];
  const origin = `http://${hostname}:${site.port}`;
  const { audit } = await auditPage(parseTarget(origin + path, network), {
    network: isPublic ? { ...network, classifyAddress: () => 'public' } : network,
    now: () => new Date('2026-06-01T00:00:00Z'),
    randomBytes: (size: number) => new Uint8Array(size),
    ruleset: defaultRuleset,
    expectIndexable: true,
    onFieldDataFailed: (failure) => failures.push(failure),
    ...options,
  });
  return { audit, failures, origin };
}

/** A source that does this, and keeps what it was asked for. */
function fakeSource(query: FieldData['query']) {
  const requests: FieldDataRequest[] = [];
  const fieldData: FieldData = {
    query(request, signal) {
      requests.push(request);
      return query(request, signal);
    },
  };
  return { fieldData, requests };
}

/** Lets time pass in small steps, between which requests are handled. Returns the milliseconds that it took. */
async function passUntilDone(work: Promise<unknown>, pass: (ms: number) => void): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  let passed = 0;
  for (; !isDone && passed < 60_000; passed += 100) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    pass(100);
  }
  return passed;
}

const none = fakeSource(async () => ({ status: 'none', reason: 'no_data' })).fieldData.query;

it('is in the report, for the page after redirects and for its origin', async () => {
  const { endpoint, requests } = await startCrux(({ url }) =>
    url === undefined ? noCruxData : [200, cruxRecord({ lcp: 4_200, cls: '0.12' })],
  );
  const fieldData = cruxFieldData({ apiKey, endpoint });
  const { audit, origin, failures } = await report({ fieldData }, { path: '/moved' });
  expect(requests.map(({ body }) => body.url ?? body.origin).sort()).toEqual([
    origin,
    // Without a form factor.
    origin,
    `${origin}/rye`,
  ]);
  const { goodShare } = { goodShare: 0.8123 };
  expect(audit.page.fieldData).toEqual({
    url: {
      status: 'found',
      formFactor: 'phone',
      firstDay: '2026-05-02',
      lastDay: '2026-05-29',
      metrics: {
        lcp: { p75: 4_200, rating: 'poor', goodShare },
        inp: { p75: 180, rating: 'good', goodShare },
        cls: { p75: 0.12, rating: 'needs_improvement', goodShare },
        ttfb: { p75: 900, rating: 'needs_improvement', goodShare },
        fcp: { p75: 1_700, rating: 'good', goodShare },
      },
    },
    origin: { status: 'none', reason: 'no_data', message: expect.stringMatching(/\.$/) },
  });
  expect(audit.checks['core-web-vitals']).toMatchObject({ status: 'fail', value: { of: 'url' } });
  expect(failures).toEqual([]);
  expect(JSON.stringify(audit)).not.toContain(apiKey);
});

it('costs nothing without a source', async () => {
  const [{ audit }, { audit: other }] = [
    await report({}),
    await report({ fieldData: fakeSource(none).fieldData }),
  ];
  expect(audit.page).not.toHaveProperty('fieldData');
  expect({ score: audit.score, coverage: audit.coverage }).toEqual({
    score: other.score,
    coverage: other.coverage,
  });
});

describe('nothing is requested', () => {
  it.each<[string, Parameters<typeof report>]>([
    ['has_headers', [{ headers: { authorization: 'Basic x' } }]],
    ['not_public', [{}, { isPublic: false }]],
    ['not_public', [{}, { hostname: 'bakery.local' }]],
    ['not_public', [{}, { hostname: 'bakery' }]],
    ['not_public', [{}, { hostname: '127.0.0.1' }]],
    ['not_public', [{}, { hostname: 'rye.localhost' }]],
  ])('%s %#', async (reason, [options, site]) => {
    const { fieldData, requests } = fakeSource(none);
    const { audit } = await report({ ...options, fieldData }, site);
    const result = { status: 'none', reason, message: expect.stringMatching(/\.$/) };
    expect(audit.page.fieldData).toEqual({ url: result, origin: result });
    expect(audit.checks['core-web-vitals']).toMatchObject({ status: 'na', weight: 0 });
    expect(requests).toEqual([]);
  });

  it('about a URL that seems secret, but about its origin', async () => {
    const { fieldData, requests } = fakeSource(none);
    const isSecretUrl = (url: string) => url.includes('rye-secret');
    const { audit, origin } = await report({ fieldData, isSecretUrl }, { path: '/rye-secret' });
    expect(audit.page.fieldData?.url).toMatchObject({ reason: 'secret_url' });
    expect(requests.map(({ url }) => url)).toEqual([origin]);
  });
});

describe('a source that fails', () => {
  it.each<[string, FieldData['query'], string]>([
    ['throws', () => Promise.reject(new Error('Down.')), 'unavailable'],
    [
      'throws at once',
      () => {
        throw new Error('Down.');
      },
      'unavailable',
    ],
    [
      'says why',
      async () => ({ status: 'none', reason: 'quota_exceeded', cause: new Error('Down.') }),
      'quota_exceeded',
    ],
  ])('is a reason, and reported once: it %s', async (_, query, reason) => {
    const { audit, failures } = await report({ fieldData: { query } });
    expect(audit.page.fieldData).toMatchObject({ url: { reason }, origin: { reason } });
    expect(failures).toMatchObject([{ reason, cause: { message: 'Down.' } }]);
  });

  it.each<[unknown]>([
    [undefined],
    ['none'],
    [{ status: 'none', reason: 'constructor' }],
    [{ status: 'none', reason: 'tired' }],
    [{ status: 'found' }],
    [{ status: 'found', formFactor: 'phone', firstDay: '2026-05-02', lastDay: '2026-05-29' }],
    [
      {
        status: 'found',
        formFactor: 'watch',
        firstDay: '2026-05-02',
        lastDay: '2026-05-29',
        metrics: {},
      },
    ],
    [
      {
        status: 'found',
        formFactor: 'phone',
        firstDay: '2026-05-02',
        lastDay: '2026-99-99',
        metrics: {},
      },
    ],
  ])('that responds with %j is a reason', async (response) => {
    const { audit } = await report({ fieldData: { query: async () => response as never } });
    expect(audit.page.fieldData).toMatchObject({ url: { reason: 'invalid_response' } });
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('with %d is not data', async (p75) => {
    const days = { firstDay: '2026-05-02', lastDay: '2026-05-29' };
    const metrics = { lcp: { p75, goodShare: 2 } };
    const query: FieldData['query'] = async () => {
      return { status: 'found', formFactor: 'phone', ...days, metrics };
    };
    const { audit } = await report({ fieldData: { query } });
    expect(audit.page.fieldData).toMatchObject({ url: { reason: 'no_data' } });
  });
});

describe('a slow source', () => {
  it('is waited for a second longer than the page, and then aborted', async () => {
    const { endpoint, requests, aborted } = await startCrux('never');
    const fieldData = cruxFieldData({ apiKey, endpoint });
    let isSent = false;
    const pass = stopTime();
    const made = report(
      { fieldData },
      {
        respond: (response) => {
          isSent = true;
          response.setHeader('content-type', 'text/html').end('<!doctype html><title>Rye</title>');
        },
      },
    );
    await until(() => isSent && requests.length === 2);
    expect(await passUntilDone(made, pass)).toBeLessThan(5_000);
    const { audit, failures } = await made;
    const timedOut = { status: 'none', reason: 'timed_out', message: expect.any(String) };
    expect(audit.page.fieldData).toEqual({ url: timedOut, origin: timedOut });
    expect(failures).toMatchObject([{ reason: 'timed_out' }]);
    await until(() => aborted() === 2);
    // The next report does not wait.
    const next = await fieldData.query(
      { scope: 'url', url: 'https://example.com/', now: new Date('2026-06-01T00:00:30Z') },
      new AbortController().signal,
    );
    expect(next).toEqual({ status: 'none', reason: 'timed_out' });
  });

  it('that does not end when it is aborted is left', async () => {
    const { fieldData, requests } = fakeSource(() => new Promise(() => {}));
    const pass = stopTime();
    const made = report({ fieldData });
    await until(() => requests.length === 2);
    expect(await passUntilDone(made, pass)).toBeLessThan(5_000);
    expect((await made).audit.page.fieldData).toMatchObject({ url: { reason: 'timed_out' } });
  });

  it('does not make a report fail whose time is nearly over', async () => {
    const { fieldData, requests } = fakeSource(() => new Promise(() => {}));
    const pass = stopTime();
    const limits = { totalMs: 1_500, cpuMs: 100 };
    const made = report({ fieldData }, { limits });
    await until(() => requests.length === 2);
    pass(1_000);
    await passUntilDone(made, pass);
    expect((await made).audit.page.fieldData).toMatchObject({ url: { reason: 'timed_out' } });
  });

  it('ends with its report, which is not a failure of it', async () => {
    const { endpoint, requests, aborted } = await startCrux('never');
    const ended = new AbortController();
    const failures: FieldDataFailed[] = [];
    const made = report(
      {
        fieldData: cruxFieldData({ apiKey, endpoint }),
        signal: ended.signal,
        onFieldDataFailed: (failure) => failures.push(failure),
      },
      {
        respond: (response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
      },
    );
    await until(() => requests.length === 2);
    ended.abort(new Error('Canceled.'));
    await expect(made).rejects.toThrow('Canceled.');
    await until(() => aborted() === 2);
    expect(failures).toEqual([]);
  });
});
