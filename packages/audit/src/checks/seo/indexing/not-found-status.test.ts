import { expect, it } from 'vitest';
import { outcomeOf, responseProbe } from '../../fixtures/facts-of.ts';
import { notFoundStatus } from './not-found-status.ts';

const url = 'https://example.com/sitegrade-0a1b2c';
const of = (status: number) =>
  outcomeOf(notFoundStatus, { probes: { missingPage: responseProbe(url, { status }) } });

it.each([
  [404, 'pass'],
  [410, 'pass'],
  [200, 'fail'],
  [204, 'fail'],
  [500, 'warn'],
  [400, 'warn'],
  [401, 'error'],
  [403, 'error'],
  [429, 'error'],
  [503, 'error'],
])('status %i: %s', async (status, expected) => {
  expect(await of(status)).toMatchObject({ status: expected, value: status });
});

it('never contains the random path: the same page gets the same report', async () => {
  expect((await of(200)).evidence).toEqual([
    { kind: 'url', text: 'https://example.com/sitegrade-…' },
  ]);
});

it('mentions a redirect', async () => {
  const missingPage = { ...responseProbe(url), finalUrl: 'https://example.com/' };
  const outcome = await outcomeOf(notFoundStatus, { probes: { missingPage } });
  expect(outcome).toMatchObject({ status: 'fail', summary: expect.stringContaining('redirect') });
});

it('is an error without a response', async () => {
  const missingPage = { kind: 'failed', url, reason: 'fetch_timeout' } as const;
  expect(await outcomeOf(notFoundStatus, { probes: { missingPage } })).toMatchObject({
    status: 'error',
    value: 'fetch_timeout',
  });
});
