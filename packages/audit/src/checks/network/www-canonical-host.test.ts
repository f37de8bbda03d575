import { expect, it } from 'vitest';
import type { NoResponse, ProbeRoute } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { wwwCanonicalHost } from './www-canonical-host.ts';

const url = 'https://www.example.com/page';

const of = (hostVariant: ProbeRoute | NoResponse | null) =>
  outcomeOf(wwwCanonicalHost, { probes: { hostVariant } });

const ending = (finalUrl: string, status = 200) =>
  of({ kind: 'response', url, finalUrl, status, redirects: [] });

it('passes a variant that redirects, to this page or another one', async () => {
  expect(await ending('https://example.com/page')).toMatchObject({
    status: 'pass',
    summary: 'www.example.com redirects to this host.',
  });
  expect((await ending('https://shop.example.org/', 404)).status).toBe('pass');
});

it('warns if the page is at both URLs', async () => {
  expect(await ending('https://www.example.com/en/page')).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'url', text: 'https://www.example.com/en/page' }],
    value: { twin: 'www.example.com', status: 200 },
  });
});

it('does not apply without a variant, or if it has no page', async () => {
  expect((await of(null)).status).toBe('na');
  expect((await of({ kind: 'failed', url, reason: 'dns_not_found' })).status).toBe('na');
  expect((await ending(url, 404)).status).toBe('na');
});

it.each(['dns_failed', 'tls_name_mismatch', 'connect_refused', 'fetch_timeout', 'out_of_time'])(
  'is an error for a www variant that did not respond: %s',
  async (reason) => {
    expect((await of({ kind: 'failed', url, reason })).status).toBe('error');
  },
);

it.each([403, 503, 999])(
  'does not fail a variant that rejects requests with %i',
  async (status) => {
    expect((await ending(url, status)).status).toBe('error');
  },
);
