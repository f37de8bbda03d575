import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startRawServer } from '../fetch/fixtures/servers.ts';
import { stopTime, until } from '../fixtures/fake-time.ts';
import { cruxFieldData } from './crux-field-data.ts';
import type { FieldDataRequest, FieldDataResponse } from './field-data.ts';
import {
  type CruxReply,
  cruxError,
  cruxRecord,
  noCruxData,
  startCrux,
} from './fixtures/crux-server.ts';

const apiKey = 'AIzaSyTest+Key/0123456789abcdef';
const signal = new AbortController().signal;
const start = Date.parse('2026-06-01T12:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);

/** A source that asks the API on loopback. */
async function source(reply: Parameters<typeof startCrux>[0]) {
  const server = await startCrux(reply);
  const fieldData = cruxFieldData({ apiKey, endpoint: server.endpoint });
  const query = (request: Partial<FieldDataRequest> = {}, from = signal) =>
    fieldData.query({ scope: 'url', url: 'https://example.com/rye', now: at(0), ...request }, from);
  return { ...server, fieldData, query };
}

/** The reason, and what is reported to the operator. */
const failureOf = (response: FieldDataResponse): readonly (string | undefined)[] =>
  response.status === 'found' ? ['found'] : [response.reason, messageOf(response.cause)];

const messageOf = (cause: unknown) => (cause as Error | undefined)?.message;

describe('a request', () => {
  it('is about visits with phones, with the key in a header', async () => {
    const { query, requests } = await source([200, cruxRecord()]);
    await query();
    await query({ scope: 'origin', url: 'https://example.com' });
    expect(requests.map(({ body }) => body)).toEqual([
      { url: 'https://example.com/rye', formFactor: 'PHONE' },
      { origin: 'https://example.com', formFactor: 'PHONE' },
    ]);
    const [{ method, path, headers } = {}] = requests;
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/records:queryRecord' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-goog-api-key': apiKey,
    });
  });

  it('is about all devices if there are no visits with phones', async () => {
    const { query, requests } = await source(({ formFactor }) =>
      formFactor === 'PHONE' ? noCruxData : [200, cruxRecord()],
    );
    expect(await query()).toMatchObject({ status: 'found', formFactor: 'all' });
    expect(requests.map(({ body }) => body.formFactor)).toEqual(['PHONE', undefined]);
  });
});

describe('a response', () => {
  it('has the 75th percentiles, the shares of good visits, and the period', async () => {
    const { query } = await source([200, cruxRecord({ cls: '0.31' })]);
    const goodShare = 0.8123;
    expect(await query()).toEqual({
      status: 'found',
      formFactor: 'phone',
      firstDay: '2026-05-02',
      lastDay: '2026-05-29',
      metrics: {
        lcp: { p75: 2_100, goodShare },
        inp: { p75: 180, goodShare },
        cls: { p75: 0.31, goodShare },
        ttfb: { p75: 900, goodShare },
        fcp: { p75: 1_700, goodShare },
      },
    });
  });

  it('may lack metrics and histograms, and have other ones', async () => {
    const { record } = cruxRecord();
    const metrics = {
      largest_contentful_paint: { percentiles: { p75: 900 }, histogram: 'none' },
      time_to_first_byte: {
        percentiles: { p75: 300 },
        histogram: [{ start: 0, end: 500, density: 0.9 }],
      },
      first_contentful_paint: { histogram: [] },
      round_trip_time: { percentiles: { p75: 'fast' } },
    };
    const { query } = await source([200, { record: { ...record, metrics } }]);
    expect(await query()).toMatchObject({
      metrics: { lcp: { p75: 900, goodShare: null }, ttfb: { p75: 300, goodShare: null } },
    });
  });
});

describe('without data', () => {
  it('there is a reason, which is not a failure, and which is kept', async () => {
    const { query, requests } = await source(noCruxData);
    expect(await query()).toEqual({ status: 'none', reason: 'no_data' });
    expect(await query({ now: at(60) })).toEqual({ status: 'none', reason: 'no_data' });
    expect(requests).toHaveLength(2);
  });

  it('a record without metrics does not count', async () => {
    const { record } = cruxRecord();
    const { query } = await source([200, { record: { ...record, metrics: {} } }]);
    expect(await query()).toEqual({ status: 'none', reason: 'no_data' });
  });

  it('of one URL that the API refuses, others are requested', async () => {
    const { query, requests } = await source(({ url }) =>
      url?.endsWith('/rye')
        ? [400, cruxError(400, 'INVALID_ARGUMENT', 'Invalid url.')]
        : [200, cruxRecord()],
    );
    expect(failureOf(await query())).toEqual(['invalid_response', undefined]);
    expect(await query({ url: 'https://example.com/oat' })).toMatchObject({ status: 'found' });
    await query();
    expect(requests).toHaveLength(2);
  });
});

describe('is requested once a day', () => {
  it.each<[string, CruxReply, number]>([
    ['data', [200, cruxRecord()], 1],
    ['none', noCruxData, 2],
  ])('%s', async (_, reply, each) => {
    const { query, requests } = await source(reply);
    const origin = { scope: 'origin', url: 'https://example.com' } as const;
    for (const now of [at(0), at(1), at(24 * 60 - 1)]) {
      await query({ now });
      await query({ ...origin, now });
    }
    expect(requests).toHaveLength(2 * each);
    await query({ now: at(24 * 60) });
    expect(requests).toHaveLength(3 * each);
  });

  it('by two reports at the same time', async () => {
    const { query, requests } = await source([200, cruxRecord()]);
    const [first, second] = await Promise.all([query(), query()]);
    expect(first).toEqual(second);
    expect(requests).toHaveLength(1);
  });
});

const wrongKey = 'API key not valid. Please pass a valid API key.';

describe('after a failure', () => {
  it.each<[string, CruxReply, string, number, number]>([
    ['used up quota', [429, cruxError(429, 'RESOURCE_EXHAUSTED')], 'quota_exceeded', 0.9, 1],
    [
      'Retry-After in seconds',
      [429, cruxError(429, 'RESOURCE_EXHAUSTED'), { 'retry-after': '600' }],
      ...(['quota_exceeded', 9.9, 10] as const),
    ],
    [
      'Retry-After as a date',
      [429, cruxError(429, 'RESOURCE_EXHAUSTED'), { 'retry-after': at(5).toUTCString() }],
      ...(['quota_exceeded', 4.9, 5] as const),
    ],
    [
      'the rate as a refusal',
      [403, cruxError(403, 'PERMISSION_DENIED', 'Why.', 'RATE_LIMIT_EXCEEDED')],
      ...(['quota_exceeded', 0.9, 1] as const),
    ],
    [
      'a wrong key',
      [400, cruxError(400, 'INVALID_ARGUMENT', wrongKey, 'API_KEY_INVALID')],
      ...(['key_refused', 59, 60] as const),
    ],
    [
      'a key that may not be used',
      [403, cruxError(403, 'PERMISSION_DENIED', 'It is disabled.', 'SERVICE_DISABLED')],
      ...(['key_refused', 59, 60] as const),
    ],
    ['an error of the server', [503, 'Unavailable'], 'unavailable', 0.9, 1],
  ])('nothing is requested for a while: %s', async (_, reply, reason, before, after) => {
    const { query, requests } = await source(reply);
    const [first, second] = [await query(), await query({ url: 'https://example.com/oat' })];
    expect(failureOf(first)).toEqual([reason, expect.stringMatching(/responded with the status/)]);
    // The operator gets one event.
    expect(second).toEqual({ status: 'none', reason });
    expect(await query({ now: at(before) })).toEqual({ status: 'none', reason });
    expect(requests).toHaveLength(1);
    expect(failureOf(await query({ now: at(after) }))[0]).toBe(reason);
    expect(requests).toHaveLength(2);
  });

  it('the pause is longer each time, up to an hour, and short again after a success', async () => {
    let isDown = true;
    const { query, requests } = await source(() => (isDown ? [500, ''] : [200, cruxRecord()]));
    const pauses: number[] = [];
    let minute = 0;
    for (let failures = 1; failures <= 8; failures += 1) {
      await query({ now: at(minute) });
      expect(requests).toHaveLength(failures);
      const begin = minute;
      do minute += 1;
      while ((await isPaused(minute)) && minute < 10_000);
      pauses.push(minute - begin);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    isDown = false;
    await query({ now: at(minute) });
    isDown = true;
    await query({ url: 'https://example.com/oat', now: at(minute) });
    expect(await query({ now: at(minute) })).toMatchObject({ status: 'found' });
    const sent = requests.length;
    await query({ url: 'https://example.com/oat', now: at(minute + 1) });
    expect(requests).toHaveLength(sent + 1);

    /** Asks with an aborted signal: what is not paused would be requested. */
    async function isPaused(at_: number): Promise<boolean> {
      const response = query({ now: at(at_) }, AbortSignal.abort(new Error('asked')));
      return response.then(
        () => true,
        () => false,
      );
    }
  });

  it('two reports at the same time are one event', async () => {
    const { query } = await source([429, cruxError(429, 'RESOURCE_EXHAUSTED')]);
    const responses = await Promise.all([query(), query(), query({ url: 'https://example.com/' })]);
    expect(responses.filter((response) => 'cause' in response)).toHaveLength(1);
  });

  it('what is kept is still there', async () => {
    const { query } = await source(({ url }) =>
      url?.endsWith('/rye') ? [200, cruxRecord()] : [429, ''],
    );
    await query();
    await query({ url: 'https://example.com/oat' });
    expect(await query()).toMatchObject({ status: 'found' });
  });

  it('an API that cannot be reached is one', async () => {
    const server = await startCrux(noCruxData);
    const closed = new URL(server.endpoint);
    closed.port = '1';
    const fieldData = cruxFieldData({ apiKey, endpoint: closed.href });
    const request = { scope: 'url', url: 'https://example.com/', now: at(0) } as const;
    expect(failureOf(await fieldData.query(request, signal))).toEqual([
      'unavailable',
      expect.stringContaining('could not be reached'),
    ]);
  });
});

describe('nonsense is not data', () => {
  const { record } = cruxRecord();
  const withMetric = (metric: unknown) => ({
    record: { ...record, metrics: { largest_contentful_paint: metric } },
  });

  it.each<[string, unknown]>([
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['JSON of another kind', []],
    ['no record', {}],
    ['no period', { record: { metrics: {} } }],
    ['a metric without a number', withMetric({ percentiles: { p75: 'NaN' } })],
    ['a negative number', withMetric({ percentiles: { p75: -1 } })],
    ['a list in place of a number', withMetric({ percentiles: { p75: [2_100] } })],
    [
      'an infinite number',
      '{"record":{"metrics":{"largest_contentful_paint":{"percentiles":{"p75":1e999}}},"collectionPeriod":{"firstDate":{"year":2026,"month":5,"day":2},"lastDate":{"year":2026,"month":5,"day":29}}}}',
    ],
    [
      'no day',
      {
        record: {
          ...record,
          collectionPeriod: {
            firstDate: { year: 2026, month: 13, day: 1 },
            lastDate: { year: 2026, month: 5, day: 1 },
          },
        },
      },
    ],
    ['deep JSON', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['a deep record', `{"record":{"metrics":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}}`],
    ['more than 100 kB', JSON.stringify({ ...cruxRecord(), more: 'x'.repeat(100_000) })],
  ])('%s', async (_, body) => {
    const { query } = await source([200, body]);
    const response = await query();
    expect(failureOf(response)).toEqual([
      'invalid_response',
      'The Chrome UX Report API responded with the status 200.',
    ]);
  });

  it('a response that does not end is read no further', async () => {
    const { query, aborted } = await source('endless');
    expect(failureOf(await query())[0]).toBe('invalid_response');
    await until(() => aborted() === 1);
  });

  it('a 404 of another server', async () => {
    const { query } = await source([404, '<h1>Not Found</h1>']);
    expect(failureOf(await query())[0]).toBe('invalid_response');
  });

  it('a response after an interim one', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
    const { url } = await startRawServer(`${interim}HTTP/1.1 404 Not Found\r\n\r\n{}`);
    const fieldData = cruxFieldData({ apiKey, endpoint: url });
    const request = { scope: 'url', url: 'https://example.com/', now: at(0) } as const;
    expect(failureOf(await fieldData.query(request, signal))[0]).toBe('invalid_response');
  });

  it('a redirect, which is not followed', async () => {
    const other = await startCrux([200, cruxRecord()]);
    const { query, requests } = await source([307, '', { location: other.endpoint }]);
    expect(failureOf(await query())).toEqual([
      'invalid_response',
      'The Chrome UX Report API responded with the status 307.',
    ]);
    expect([requests.length, other.requests.length]).toEqual([1, 0]);
  });
});

describe('a slow API', () => {
  it('has ten seconds, and is not asked again for a minute', async () => {
    const { query, requests, aborted } = await source('never');
    const pass = stopTime();
    const response = query();
    await until(() => requests.length === 1);
    pass(9_999);
    pass(1);
    expect(failureOf(await response)).toEqual([
      'timed_out',
      'The Chrome UX Report API did not respond in time.',
    ]);
    await until(() => aborted() === 1);
    expect(await query({ now: at(0.9) })).toEqual({ status: 'none', reason: 'timed_out' });
    expect(requests).toHaveLength(1);
  });

  it('is not asked again for a minute if a report waits no longer', async () => {
    const { query, requests, aborted } = await source('never');
    const waiting = new AbortController();
    const response = query({}, waiting.signal);
    await until(() => requests.length === 1);
    waiting.abort(Object.assign(new Error('Too late.'), { name: 'TimeoutError' }));
    await expect(response).rejects.toThrow('Too late.');
    await until(() => aborted() === 1);
    expect(await query()).toEqual({ status: 'none', reason: 'timed_out' });
  });

  it('is asked as long as one of two reports waits', async () => {
    let send = (_: CruxReply) => {};
    const sent = new Promise<CruxReply>((resolve) => {
      send = resolve;
    });
    const { query, requests, aborted } = await source(() => sent);
    const ended = new AbortController();
    const [first, second] = [query({}, ended.signal), query()];
    await until(() => requests.length === 1);
    ended.abort(new Error('The report was canceled.'));
    await expect(first).rejects.toThrow('canceled');
    send([200, cruxRecord()]);
    expect(await second).toMatchObject({ status: 'found' });
    expect([requests.length, aborted()]).toEqual([1, 0]);
  });

  it('is left alone after all reports were canceled, which is not a failure', async () => {
    const { query, requests, aborted } = await source('never');
    const ended = new AbortController();
    const response = query({}, ended.signal);
    await until(() => requests.length === 1);
    ended.abort(new Error('The report was canceled.'));
    await expect(response).rejects.toThrow('canceled');
    await until(() => aborted() === 1);
    const again = query();
    await until(() => requests.length === 2);
    again.catch(() => {});
  });
});

describe('the key', () => {
  it('is not in messages, even if the API sends it back', async () => {
    const message = `API key not valid: ${apiKey} ${encodeURIComponent(apiKey)} ${JSON.stringify({ apiKey })}`;
    const { query, fieldData } = await source([403, cruxError(403, 'PERMISSION_DENIED', message)]);
    const response = await query();
    expect(failureOf(response)[1]).toContain('API key not valid: [redacted]');
    const shown = inspect([response, fieldData], { depth: 10, showHidden: true });
    expect(shown).not.toMatch(/AIza|0123456789abcdef/);
  });

  it.each([
    [{}, 'cruxFieldData: apiKey must be an API key of Google Cloud, without spaces.'],
    [{ apiKey: '' }, 'cruxFieldData: apiKey must be an API key of Google Cloud, without spaces.'],
    [{ apiKey: 'hunter2\n' }, 'cruxFieldData: apiKey must be'],
    [
      { apiKey, key: 'x' },
      'cruxFieldData: key is not an option. The options are apiKey, endpoint.',
    ],
    [
      { apiKey, endpoint: 'http://example.com/' },
      'cruxFieldData: endpoint must be an absolute URL',
    ],
    [{ apiKey, endpoint: 'https://u:p@example.com/' }, 'cruxFieldData: endpoint must be'],
    [{ apiKey, endpoint: '/v1' }, 'cruxFieldData: endpoint must be an absolute URL with https:'],
  ])('and the endpoint are validated: %j', (options, message) => {
    const create = () => cruxFieldData(options as never);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow('hunter2');
  });
});
