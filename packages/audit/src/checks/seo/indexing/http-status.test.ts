import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { httpStatus } from './http-status.ts';

it('passes 200 only', async () => {
  expect((await outcomeOf(httpStatus, { status: 200 })).status).toBe('pass');
});

it.each([201, 203, 206])('warns about %i, without a gate', async (status) => {
  expect((await outcomeOf(httpStatus, { status })).status).toBe('warn');
  expect(httpStatus.gate?.triggeredBy).toBe('fail');
});

it.each([301, 300, 404, 410, 500, 503])('fails %i and names the URL', async (status) => {
  const outcome = await outcomeOf(httpStatus, { status, url: 'https://example.com/gone' });
  expect(outcome).toMatchObject({
    status: 'fail',
    value: status,
    evidence: [{ kind: 'url', text: 'https://example.com/gone' }],
  });
});

it.each([
  [404, 'so the page will not be indexed.'],
  [301, 'a redirect without the Location header that names its target, so it leads nowhere'],
  [300, 'a redirect without a usable target, so the page will not be indexed.'],
])('explains status %i', async (status, words) => {
  expect((await outcomeOf(httpStatus, { status })).summary).toContain(words);
});
