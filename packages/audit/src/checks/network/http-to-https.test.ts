import { describe, expect, it } from 'vitest';
import type { ProbeRoute } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { httpToHttps } from './http-to-https.ts';

const url = 'http://example.com/page';
const secure = 'https://example.com/page';

function route(steps: readonly string[], status = 200): ProbeRoute {
  const urls = [url, ...steps];
  const redirects = steps.map((location, index) => {
    return { url: urls[index] ?? '', status: 301, location, ms: 1 };
  });
  return { kind: 'response', url, finalUrl: urls.at(-1) ?? '', status, redirects };
}

const of = (plainHttp: ProbeRoute | null) => outcomeOf(httpToHttps, { probes: { plainHttp } });

it.each([
  [[secure]],
  [[secure, 'https://www.example.com/page']],
  [['https://EXAMPLE.com/elsewhere']],
])('passes %j', async (steps) => {
  expect((await of(route(steps.map((step) => new URL(step).href)))).status).toBe('pass');
});

it('passes for any https response at the end', async () => {
  expect((await of(route([secure], 403))).status).toBe('pass');
});

it('warns about a first step to another host, or without https', async () => {
  expect(await of(route(['https://www.example.com/page']))).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('another host (www.example.com)'),
    evidence: [{ kind: 'url', text: url }, { text: 'https://www.example.com/page' }],
  });
  expect((await of(route(['http://www.example.com/page', secure]))).status).toBe('warn');
});

it('fails a page that is available without https', async () => {
  expect(await of(route([]))).toMatchObject({ status: 'fail', evidence: [{ text: url }] });
  expect((await of(route([secure, url]))).status).toBe('fail');
});

describe('does not fail for', () => {
  it.each([401, 403, 429, 451, 503, 520])('a host that refuses us with %i', async (status) => {
    expect((await of(route([], status))).status).toBe('error');
  });

  it('a skipped request, and a closed port', async () => {
    const failed = (reason: string) =>
      outcomeOf(httpToHttps, { probes: { plainHttp: { kind: 'failed', url, reason } } });
    expect((await failed('fetch_timeout')).status).toBe('error');
    expect((await failed('address_blocked')).status).toBe('error');
    expect((await failed('connect_refused')).status).toBe('na');
  });

  it('a page without an http variant', async () => {
    expect((await of(null)).status).toBe('na');
    expect((await outcomeOf(httpToHttps, { url })).status).toBe('na');
  });
});

it('warns if http has no page', async () => {
  expect((await of(route([], 404))).status).toBe('warn');
});
