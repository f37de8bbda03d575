import { expect, it } from 'vitest';
import { runChecks } from '../../../scoring/run-checks.ts';
import { scoreResults } from '../../../scoring/score.ts';
import { factsOf, outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { checks } from '../../index.ts';
import { pageServed } from './page-served.ts';

const of = (page: PageUnderTest) => outcomeOf(pageServed, page);

it('passes the page', async () => {
  expect(await of({})).toMatchObject({
    status: 'pass',
    value: { served: 'page', by: null, status: 200 },
  });
  expect((await of({ status: 404 })).status).toBe('pass');
});

it('names the status and the firewall, with advice that fits', async () => {
  const headers = { 'cf-mitigated': 'challenge' };
  expect(await of({ status: 403, headers })).toMatchObject({
    status: 'fail',
    summary: 'The server refused us: HTTP 403, a challenge or block by Cloudflare.',
    value: { served: 'refusal', by: 'Cloudflare', status: 403 },
    evidence: [{ kind: 'header', text: 'cf-mitigated: challenge' }],
    advice: expect.stringContaining('bot protection of Cloudflare'),
  });
});

it.each([
  [204, 'there is nothing to show'],
  [205, 'there is nothing to show'],
  [304, 'browsers that have the page already'],
])('says that status %i has no page', async (status, summary) => {
  const outcome = await of({ status, body: '' });
  expect(outcome).toMatchObject({ status: 'fail', value: { served: 'nothing', status } });
  expect(outcome.summary).toContain(`HTTP ${status}, which`);
  expect(outcome.summary).toContain(summary);
  expect(outcome.advice).toContain('status 200');
});

it.each([
  [401, 'protected by a password', 'public'],
  [429, 'too many requests', 'later'],
  [451, 'legal reasons', 'country'],
  [503, 'temporarily unavailable', 'later'],
])('says what status %i means', async (status, summary, advice) => {
  const outcome = await of({ status });
  expect(outcome.summary).toContain(`HTTP ${status}`);
  expect(outcome.summary).toContain(summary);
  expect(outcome.advice).toContain(advice);
});

it('leaves the advice of the check for a plain 403', async () => {
  const outcome = await of({ status: 403 });
  expect(outcome.summary).toBe('The server refused us: HTTP 403.');
  expect(outcome).not.toHaveProperty('advice');
});

it('names where a redirect led', async () => {
  const redirects = [[302, 'https://example.com/account']] as const;
  expect(await of({ url: 'https://example.com/login', redirects })).toMatchObject({
    summary: 'The URL redirects to a login: https://example.com/login.',
    evidence: [{ kind: 'url', text: 'https://example.com/login' }],
  });
  expect((await of({ url: 'https://consent.example.net/', redirects })).summary).toContain(
    'asks for consent: https://consent.example.net/.',
  );
});

it.each([
  ['<title>Before you continue</title><button>Accept all</button>', 'only asks for consent'],
  ['<title>Robot Check</title>', 'prove that they are people'],
  ['<title>Welcome to nginx!</title>', 'default page of nginx'],
  ['<script src="https://img.sedoparking.com/a.js"></script>', 'parked (Sedo)'],
])('describes %s', async (html, summary) => {
  expect((await of({ html })).summary).toContain(summary);
});

const reportOf = async (page: PageUnderTest) => {
  const results = await runChecks(checks, await factsOf(page));
  return scoreResults(checks, results, { expectIndexable: true });
};

it('makes the report partial, and leaves out what is about the page', async () => {
  const refused = await reportOf({ status: 403, html: '<p>No' });
  expect(refused).toMatchObject({
    partial: true,
    partialReasons: ['We did not see the page.'],
    gates: [{ check: 'page-served', cap: 49, reason: 'We did not see the page.' }],
    fixFirst: ['page-served'],
  });
  for (const id of ['http-status', 'title', 'words', 'hsts', 'redirect-type']) {
    expect(refused.checks[id]?.status, id).toBe('na');
  }
  expect(refused.categories.performance.score).toBeNull();
  for (const id of ['https', 'tls', 'robots-txt-fetch', 'sitemap-present']) {
    expect(refused.checks[id]?.status, id).toBe('pass');
  }
});

it('does not advise a permanent redirect to a login', async () => {
  const redirects = [[302, 'https://example.com/']] as const;
  const { checks: results } = await reportOf({ url: 'https://example.com/login', redirects });
  expect(results['redirect-type']?.status).toBe('na');
  expect(results['page-served']?.status).toBe('fail');
});

it('leaves a missing page to the check of the status', async () => {
  const { gates, checks: results } = await reportOf({ status: 404 });
  expect(gates.map(({ check }) => check)).toContain('http-status');
  expect(results['page-served']?.status).toBe('pass');
});
