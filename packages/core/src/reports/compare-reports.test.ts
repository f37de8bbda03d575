import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckResult } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import {
  changedPlaces,
  changesBetween,
  compareReports,
  comparisonOf,
  findPreviousReport,
} from './compare-reports.ts';
import { createReport } from './create-report.ts';

let context: Context;
beforeEach(() => {
  context = createContext({ store: memoryStore() });
});

type Results = Readonly<Record<string, Partial<CheckResult>>>;

const checksOf = (results: Results) => {
  const base = newReport().checks.title as CheckResult;
  return Object.fromEntries(
    Object.entries(results).map(([id, part]) => [
      id,
      { ...base, status: 'pass' as const, ...part },
    ]),
  );
};

const add = (checks: Results, part: Parameters<typeof newReport>[0] = {}) =>
  context.store.reports.create(newReport({ partial: false, ...part, checks: checksOf(checks) }));

it('lists what was fixed and what broke', async () => {
  const from = await add(
    {
      repaired: { status: 'fail' },
      gone: { status: 'warn' },
      worse: { status: 'warn' },
      fresh: { status: 'pass' },
      appeared: { status: 'na' },
      unknown: { status: 'fail' },
      before: { status: 'error' },
      dropped: { status: 'fail' },
    },
    { score: 61 },
  );
  const to = await add(
    {
      repaired: { status: 'pass' },
      gone: { status: 'na' },
      worse: { status: 'fail' },
      fresh: { status: 'warn' },
      appeared: { status: 'fail' },
      unknown: { status: 'error' },
      before: { status: 'fail' },
      added: { status: 'fail' },
    },
    { score: 55 },
  );
  const { locations, ...changes } = changesBetween(from, to);
  expect(changes).toEqual({
    score: -6,
    sameRuleset: true,
    fixed: ['repaired', 'gone'],
    broken: ['fresh', 'appeared'],
  });
  // `worse` quotes the same in both.
  expect(Object.keys(locations)).toEqual(['repaired', 'gone', 'fresh', 'appeared']);
});

describe('places', () => {
  const quotes = (...texts: readonly string[]) =>
    texts.map((text, line) => ({ kind: 'html' as const, text, line, column: 1 }));

  const changesOf = async (from: Partial<CheckResult>, to: Partial<CheckResult>, part = {}) =>
    changesBetween(await add({ check: from }), await add({ check: to }, part));

  it('of a check that fails in both reports are new, fixed and still there', async () => {
    const changes = await changesOf(
      { status: 'warn', evidence: quotes('<b>', '<i>') },
      { status: 'fail', evidence: quotes('<i>', '<u>', '<s>') },
    );
    expect(changes).toMatchObject({ fixed: [], broken: [] });
    expect(changes.locations).toEqual({
      check: {
        found: quotes('<i>', '<u>', '<s>').slice(1),
        fixed: quotes('<b>'),
        remaining: 1,
      },
    });
    expect(changedPlaces(changes, 'found')).toEqual(['check']);
    expect(changedPlaces(changes, 'fixed')).toEqual(['check']);
  });

  it('of a check that breaks or is fixed are all of them, not what a check that passes quotes', async () => {
    const passes = { status: 'pass', evidence: quotes('<p>') } as const;
    const fails = { status: 'fail', evidence: quotes('<b>') } as const;
    const broken = await changesOf(passes, fails);
    expect(broken.locations.check).toEqual({ found: fails.evidence, fixed: [], remaining: 0 });
    expect(changedPlaces(broken, 'found')).toEqual([]);
    const fixed = await changesOf(fails, passes);
    expect(fixed.locations.check).toEqual({ found: [], fixed: fails.evidence, remaining: 0 });
    expect(await changesOf(passes, { ...passes, evidence: quotes('<i>') })).toMatchObject({
      locations: {},
    });
  });

  it('are not compared where a report did not examine them', async () => {
    const fails = { status: 'fail', evidence: quotes('<b>') } as const;
    const unknown = [
      await changesOf({ status: 'error' }, fails),
      await changesOf(fails, { status: 'error' }),
      await changesOf(fails, { status: 'na' }, { partial: true }),
      changesBetween(await add({}), await add({ check: fails })),
    ];
    for (const { locations } of unknown) expect(locations).toEqual({});
    const other = await changesOf(
      fails,
      { ...fails, evidence: quotes('<i>') },
      { rulesetVersion: '9' },
    );
    expect(other).toMatchObject({ sameRuleset: false, locations: {} });
    const sampled = await changesOf({ status: 'pass', sampled: true }, fails);
    expect(sampled.locations.check).toMatchObject({ found: null });
  });
});

describe('a page in two states', () => {
  let server: Server;
  let body: string;
  let origin: string;
  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.url !== '/') return response.writeHead(404).end();
      const head = '<meta charset="utf-8"><title>Rye bread for beginners</title>';
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const nonce = Math.random();
      response.setHeader('set-cookie', `sessionid=${nonce}; Path=/`);
      response.setHeader('content-security-policy', `script-src 'nonce-${nonce}' 'unsafe-eval' *`);
      return response.end(
        `<!DOCTYPE html>\n<html lang="en"><head>${head}<script nonce="${nonce}" src="a.js"></script></head>\n<body>\n${body}\n</body></html>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    const network = { allowAddresses: [`127.0.0.1:${port}`], ports: 'any' as const };
    context = createContext({ store: memoryStore(), network });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const reportOf = async (state: string) => {
    body = state;
    return createReport(context, 'owner-1', { url: `${origin}/` });
  };

  it('has every planted change once, with its place, and nothing else', async () => {
    const text = '<p>Rye bread keeps for a week.</p>';
    const earlier = await reportOf(
      `<h1>Rye bread</h1>\n<img src="kept.webp">\n<img src="removed.webp">\n${text}`,
    );
    const moved = '\n'.repeat(10);
    const later = await reportOf(
      `<h1>Rye bread</h1>${moved}<img src="kept.webp">\n<img src="added.webp">\n${text}<h3>Flour</h3>`,
    );
    const { fixed, broken, locations } = changesBetween(earlier, later);
    expect({ fixed, broken }).toEqual({ fixed: [], broken: ['heading-order'] });
    const html = (quoted: string, line: number) =>
      expect.objectContaining({ kind: 'html', text: expect.stringContaining(quoted), line });
    const images = {
      found: [html('added.webp', 15)],
      fixed: [html('removed.webp', 6)],
      remaining: 1,
    };
    expect(locations).toEqual({
      'heading-order': { found: [html('<h3>', 16)], fixed: [], remaining: 0 },
      // They have no text alternative, no size, and do not exist.
      ...{ 'image-alt': images, 'image-size-attrs': images, 'images-broken': images },
    });
    expect(changesBetween(later, await reportOf(body))).toMatchObject({
      ...{ fixed: [], broken: [], locations: {} },
    });
  });
});

it('calls nothing fixed or broken that a partial report did not see', async () => {
  const seen = await add({ h1: { status: 'fail' }, https: { status: 'fail' } });
  const refused = await add({ h1: { status: 'na' }, https: { status: 'pass' } }, { partial: true });
  expect(changesBetween(seen, refused)).toMatchObject({ fixed: ['https'], broken: [] });
  expect(changesBetween(refused, seen)).toMatchObject({ fixed: [], broken: ['https'] });
});

it('says when the rulesets differ', async () => {
  const from = await add({}, { rulesetVersion: '2' });
  const to = await add({}, { rulesetVersion: '3' });
  expect(changesBetween(from, to).sameRuleset).toBe(false);
});

it('shows both results of every check that differs', async () => {
  const from = await add({
    same: {},
    status: { status: 'fail' },
    summary: { summary: 'The title has 3 characters.' },
    value: { value: [1] },
    dropped: {},
  });
  const to = await add({
    same: {},
    status: {},
    summary: { summary: 'The title has 4 characters.' },
    value: { value: [1, 2] },
    added: {},
  });
  const comparison = await compareReports(context, 'owner-1', { from: from.id, to: to.id });
  expect(comparison).toMatchObject({ from, to, changes: changesBetween(from, to) });
  expect(Object.keys(comparison.checks)).toEqual([
    'status',
    'summary',
    'value',
    'added',
    'dropped',
  ]);
  expect(comparison.checks.value).toEqual({ from: from.checks.value, to: to.checks.value });
  expect(comparison.checks.added).toEqual({ from: null, to: to.checks.added });
  expect(comparison.checks.dropped).toEqual({ from: from.checks.dropped, to: null });
});

it('compares only reports of the owner', async () => {
  const { id } = await add({});
  const foreign = await add({}, { ownerId: 'owner-2' });
  await expect(
    compareReports(context, 'owner-1', { from: foreign.id, to: id }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    compareReports(context, 'owner-1', { from: id, to: foreign.id }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

it('finds the previous report of the same URL', async () => {
  const first = await add({});
  const other = await add({}, { url: 'https://example.com/other' });
  const last = await add({});
  expect(await findPreviousReport(context, 'owner-1', last)).toEqual(first);
  expect(await findPreviousReport(context, 'owner-1', other)).toBeUndefined();
  await expect(findPreviousReport(context, '', last)).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('compares checks with the names of what every object has', async () => {
  const from = await add({ title: {} });
  const to = await add({ title: {}, constructor: { status: 'fail' as const } });
  const { changes, checks } = comparisonOf(from, to);
  expect(changes).toMatchObject({ fixed: [], broken: [] });
  expect(Object.keys(checks)).toEqual(['constructor']);
  expect(checks.constructor).toEqual({ from: null, to: to.checks.constructor });
});
