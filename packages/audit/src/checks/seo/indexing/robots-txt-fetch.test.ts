import { expect, it } from 'vitest';
import { parseRobotsTxt, robotsTxtLimit } from '../../../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../../../fetch/robots/robots-txt.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableRobotsTxt } from './indexable-robots-txt.ts';
import { robotsTxtFetch } from './robots-txt-fetch.ts';

const robotsUrl = 'https://example.com/robots.txt';
const of = (robots: string | RobotsTxt) => outcomeOf(robotsTxtFetch, { robots });
const found = (bytes: number, url = robotsUrl): RobotsTxt => ({
  kind: 'found',
  url,
  rules: parseRobotsTxt(new Uint8Array(bytes).fill(35)),
  contentType: 'text/plain',
});

it('passes one that was found, also after a redirect', async () => {
  expect(await of('User-agent: *')).toMatchObject({
    status: 'pass',
    value: { redirected: false, truncated: false },
  });
  const elsewhere = await of(found(1, 'https://www.example.com/robots.txt'));
  expect(elsewhere).toMatchObject({ status: 'pass', value: { redirected: true } });
  expect(elsewhere.summary).toContain('www.example.com');
});

it('accepts 500 KiB, as Google does', async () => {
  expect((await of(found(robotsTxtLimit))).status).toBe('pass');
  expect(await of(found(robotsTxtLimit + 1))).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('500 KiB'),
    evidence: [{ kind: 'url', text: robotsUrl }],
  });
});

it.each([400, 401, 403, 404, 410])('passes status %i, without a robots.txt', async (status) => {
  expect(await of({ kind: 'none', status })).toMatchObject({ status: 'pass', value: { status } });
});

it('warns about redirects that do not lead to a file', async () => {
  expect(await of({ kind: 'none', status: 302 })).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'url', text: robotsUrl }],
  });
});

it.each([500, 502, 503])('leaves status %i to the check of the rules', async (status) => {
  const robots = { kind: 'server_error', status } as const;
  expect(await of(robots)).toMatchObject({ status: 'na', value: { status } });
  expect((await outcomeOf(indexableRobotsTxt, { robots })).status).toBe('fail');
});

it('is an error if only our request was rejected', async () => {
  expect((await of({ kind: 'server_error', status: 429 })).status).toBe('error');
  expect(await of({ kind: 'unknown', reason: 'connect_timeout' })).toMatchObject({
    status: 'error',
    value: { reason: 'connect_timeout' },
  });
});
