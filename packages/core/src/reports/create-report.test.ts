import type { RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextRound } from 'node:timers/promises';
import { startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it } from 'vitest';
import { createAnalysisSlots } from '../context/analysis-slots.ts';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import type { NewReport } from '../store/report-store.ts';
import type { Store } from '../store/store.ts';
import { createReport } from './create-report.ts';
import { getReport } from './get-report.ts';
import { listChecks } from './list-checks.ts';
import { listReports } from './list-reports.ts';

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>Sourdough for beginners</title></head><body><h1>Sourdough</h1></body></html>`;

let context: Context;
let origin: string;
let answer: RequestListener;

beforeEach(async () => {
  answer = (_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  origin = await startServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else answer(request, response);
  });
  context = createContext({
    store: memoryStore(),
    now: () => new Date('2026-06-01T12:00:00.000Z'),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
  });
});

const storedReports = async () => (await listReports(context, 'ann')).total;

it('fetches, checks, scores and stores a page', async () => {
  const report = await createReport(context, 'ann', { url: `${origin}/bread#top` });
  expect(report).toMatchObject({
    url: `${origin}/bread`,
    finalUrl: `${origin}/bread`,
    domain: origin.slice('http://'.length),
    title: 'Sourdough for beginners',
    httpStatus: 200,
    createdAt: new Date('2026-06-01T12:00:00.000Z'),
    coverage: 1,
    partial: false,
    gates: [
      { check: 'viewport', cap: 79 },
      { check: 'https', cap: 79 },
    ],
    checks: {
      title: { status: 'pass' },
      'meta-description': { status: 'fail', weight: 5, points: 0, deduction: 5, gain: 5 },
      'indexable-robots-txt': { status: 'pass' },
    },
    page: { language: 'en', charset: 'utf-8', redirects: [], counts: { headings: 1 } },
  });
  expect(report.fixFirst).toContain('meta-description');
  expect(report.shareToken).toMatch(/^[0-9a-f]{32}$/);
  expect(await getReport(context, 'ann', report.id)).toEqual(report);
});

it('creates a private website, or one with the default privacy of the context', async () => {
  const { websiteId } = await createReport(context, 'ann', { url: origin });
  expect(await context.store.websites.find('ann', websiteId)).toMatchObject({ privacy: 'private' });
  const open = { ...context, defaultPrivacy: 'public' as const };
  const report = await createReport(open, 'bob', { url: origin });
  expect(await context.store.websites.find('bob', report.websiteId)).toMatchObject({
    privacy: 'public',
  });
});

it('creates a report of a missing page: its status is a finding, not an error', async () => {
  answer = (_, response) =>
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  const report = await createReport(context, 'ann', { url: `${origin}/gone` });
  expect(report).toMatchObject({ httpStatus: 404, result: 'bad' });
  expect(report.gates).toContainEqual(expect.objectContaining({ check: 'http-status', cap: 49 }));
  expect(report.fixFirst[0]).toBe('http-status');
});

it('disables the gates of indexability if expectIndexable is false', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' })
      .end(html);
  const checks = async (expectIndexable: boolean) => {
    const report = await createReport({ ...context, expectIndexable }, 'ann', { url: origin });
    return report.gates.map(({ check }) => check);
  };
  expect(await checks(true)).toEqual(['indexable-header', 'viewport', 'https']);
  expect(await checks(false)).toEqual(['viewport', 'https']);
});

it.each([
  ['', 'invalid_input'],
  ['a\0', 'invalid_input'],
  ['ftp://example.com/', 'url_not_allowed'],
  ['http://10.0.0.1/', 'url_not_allowed'],
  ['http://localhost:1/', 'url_not_allowed'],
])('rejects %j and stores nothing', async (url, code) => {
  await expect(createReport(context, 'ann', { url })).rejects.toMatchObject({
    code,
    issues: { url: [expect.any(String)] },
  });
  expect(await storedReports()).toBe(0);
});

it('stores nothing if the response is not HTML', async () => {
  answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
  await expect(createReport(context, 'ann', { url: origin })).rejects.toMatchObject({
    code: 'page_not_html',
  });
  expect(await storedReports()).toBe(0);
});

it('stops when its signal aborts, and stores nothing', async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new Error('gone'));
  await expect(
    createReport(context, 'ann', { url: origin }, { signal: controller.signal }),
  ).rejects.toThrow('gone');
  expect(await storedReports()).toBe(0);
});

it('returns the same report for the same bytes', async () => {
  const same = async () => {
    const made = await createReport(context, 'ann', { url: origin });
    const { id, shareToken, page, checks, ...report } = made;
    // Times differ in every run.
    const { timeToFirstByteMs, fetchMs, ...facts } = page;
    const { ttfb, ...timeless } = checks;
    return { ...report, facts, checks: timeless };
  };
  expect(await same()).toEqual(await same());
});

it('validates the URL first, before everything else that refuses reports', async () => {
  await createReport(context, 'ann', { url: origin }, { idempotencyKey: 'k' });
  await context.analyses.close(0);
  for (const options of [{}, { idempotencyKey: 'k' }]) {
    const refused = createReport(context, 'ann', { url: 'ftp://a.test/' }, options);
    await expect(refused).rejects.toMatchObject({ code: 'url_not_allowed', reason: 'url_scheme' });
  }
  const closed = createReport(context, 'ann', { url: origin });
  await expect(closed).rejects.toMatchObject({ code: 'overloaded' });
});

it('queues calls with wait, and completes all of them', async () => {
  const urls = Array.from({ length: 12 }, (_, index) => ({ url: `${origin}/${index}` }));
  const refused = await Promise.allSettled(urls.map((url) => createReport(context, 'bob', url)));
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  await Promise.all(urls.map((url) => createReport(context, 'ann', url, { wait: true })));
  expect(await storedReports()).toBe(12);
});

it('does not reserve its idempotency key while it waits', async () => {
  const slow: ServerResponse[] = [];
  answer = ({ url }, response) =>
    url === '/' ? slow.push(response) : response.writeHead(404).end();
  context = { ...context, analyses: createAnalysisSlots({ perOwner: 1 }) };
  const first = createReport(context, 'ann', { url: origin });
  await expect.poll(() => slow.length).toBe(1);
  const client = new AbortController();
  const options = { wait: true, idempotencyKey: 'a', signal: client.signal };
  const waiting = createReport(context, 'ann', { url: origin }, options);
  await nextRound();
  const attempt = { ownerId: 'ann', key: 'a', token: 't', fingerprint: 'f' };
  const at = context.now();
  const expiresAt = new Date(at.getTime() + 1_000);
  expect(
    await context.store.idempotencyKeys.begin({ ...attempt, begunAt: at, expiresAt }),
  ).toMatchObject({ outcome: 'begun' });
  client.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  slow[0]?.setHeader('content-type', 'text/html').end(html);
  await first;
});

it('gives the store the outline of a page, unless the server showed something else', async () => {
  const { store } = context;
  const given: NewReport['outline'][] = [];
  const create: Store['reports']['create'] = (report) => {
    given.push(report.outline);
    return store.reports.create(report);
  };
  const recording = { ...context, store: { ...store, reports: { ...store.reports, create } } };
  const report = await createReport(recording, 'ann', { url: origin });
  expect(given[0]).toMatchObject({ title: 'Sourdough for beginners', h1: 'Sourdough' });
  expect(report).not.toHaveProperty('outline');
  answer = (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end(html);
  await createReport(recording, 'ann', { url: `${origin}/refused` });
  expect(given[1]).toBeUndefined();
});

it('gives the store the checks of the ruleset, the same list for every report', async () => {
  const { store } = context;
  const given: (NewReport['rulesetChecks'] | undefined)[] = [];
  const create: Store['reports']['create'] = (report) => {
    given.push(report.rulesetChecks);
    return store.reports.create(report);
  };
  const recording = { ...context, store: { ...store, reports: { ...store.reports, create } } };
  const report = await createReport(recording, 'ann', { url: origin });
  await createReport(recording, 'ann', { url: origin });
  expect(given[0]).toEqual(
    listChecks(context).checks.map(({ options: _, why: _why, ...check }) => check),
  );
  expect(given[0]?.map(({ id }) => id)).toEqual(Object.keys(report.checks));
  expect(given[1]).toBe(given[0]);
});
