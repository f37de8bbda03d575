import type { CheckResult } from '@sitegrade/audit';
import { startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, it } from 'vitest';
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
import type { CappedList, ChangedFinding, FindingChanges } from './finding-changes.ts';

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
  const { findings, ...changes } = changesBetween(from, to);
  expect(changes).toEqual({
    score: -6,
    sameRuleset: true,
    sameRendering: true,
    sameFieldData: true,
    fixed: ['repaired', 'gone'],
    broken: ['fresh', 'appeared'],
  });
  expect(checksIn(findings)).toEqual({
    found: ['fresh', 'appeared'],
    fixed: ['repaired', 'gone'],
    changed: [],
    // `worse` quotes the same in both.
    remaining: 1,
  });
});

describe('a report of a page that was rendered, and one that was not', () => {
  const rendered = { readFrom: 'rendered' } as const;

  it('are compared only where they have read the same', async () => {
    const from = await add({ title: { status: 'fail' }, doctype: { status: 'fail' } });
    const to = await add({ title: { status: 'pass', ...rendered }, doctype: { status: 'pass' } });
    const there = changesBetween(from, to);
    expect(there).toMatchObject({ sameRendering: false, fixed: ['doctype'], broken: [] });
    expect(checksIn(there.findings)).toMatchObject({ fixed: ['doctype'], remaining: 0 });
    const back = changesBetween(to, from);
    expect(back).toMatchObject({ sameRendering: false, fixed: [], broken: ['doctype'] });
    expect(checksIn(back.findings)).toMatchObject({ found: ['doctype'], remaining: 0 });
  });

  it('two that were rendered are compared', async () => {
    const from = await add({ title: { status: 'fail', ...rendered } });
    const to = await add({ title: { status: 'pass', ...rendered } });
    expect(changesBetween(from, to)).toMatchObject({ sameRendering: true, fixed: ['title'] });
  });
});

describe('a measurement', () => {
  const measured = (status: 'pass' | 'warn', range: readonly [number, number]) => {
    const value = { value: (range[0] + range[1]) / 2, range };
    return { status, value, readFrom: 'measured', summary: String(value.value) } as const;
  };
  const changes = async (from: Partial<CheckResult>, to: Partial<CheckResult>) => {
    const changed = changesBetween(await add({ lcp: from }), await add({ lcp: to }));
    return { ...changed, findings: checksIn(changed.findings) };
  };
  const nothing = { fixed: [], broken: [], findings: { found: [], fixed: [], changed: [] } };

  it('within the noise of the one before is not news, in both directions', async () => {
    const [good, bad] = [measured('pass', [2_200, 2_600]), measured('warn', [2_600, 3_000])];
    expect(await changes(good, bad)).toMatchObject(nothing);
    expect(await changes(bad, good)).toMatchObject(nothing);
    expect(await changes(bad, measured('warn', [2_900, 3_300]))).toMatchObject(nothing);
  });

  it('beyond it is', async () => {
    const [good, bad] = [measured('pass', [2_200, 2_600]), measured('warn', [2_601, 3_000])];
    expect(await changes(good, bad)).toMatchObject({
      broken: ['lcp'],
      findings: { found: ['lcp'] },
    });
    expect(await changes(bad, good)).toMatchObject({ fixed: ['lcp'] });
  });

  it('is not compared with a report without one, whose score it leaves as it is', async () => {
    const without = { status: 'na', value: null } as const;
    const from = await add({ lcp: without, title: { status: 'pass' } });
    const to = await add({ lcp: measured('warn', [2_601, 3_000]), title: { status: 'pass' } });
    expect(changesBetween(from, to)).toMatchObject({ sameRendering: true, broken: [] });
    expect(await changes(without, measured('warn', [2_601, 3_000]))).toMatchObject(nothing);
  });
});

describe('field data', () => {
  const visits = (of: string, status: 'pass' | 'fail', formFactor = 'phone') => ({
    'core-web-vitals': { status, value: { of, formFactor } },
  });
  const none = { 'core-web-vitals': { status: 'na' as const, value: null } };

  it.each([
    ['there was none', visits('url', 'fail'), none],
    ['it was of the page', visits('url', 'fail'), visits('origin', 'pass')],
    ['it was of phones', visits('url', 'fail'), visits('url', 'pass', 'all')],
  ])('is not compared where %s in one of both', async (_, first, second) => {
    const [from, to] = [await add(first), await add(second)];
    for (const changes of [changesBetween(from, to), changesBetween(to, from)]) {
      expect(changes).toMatchObject({ sameFieldData: false, fixed: [], broken: [] });
      expect(checksIn(changes.findings)).toMatchObject({ found: [], fixed: [] });
    }
  });

  it('of the same visits is compared', async () => {
    const [from, to] = [await add(visits('url', 'pass')), await add(visits('url', 'fail'))];
    expect(changesBetween(from, to)).toMatchObject({
      sameFieldData: true,
      broken: ['core-web-vitals'],
    });
  });
});

/** The ids of the checks of findings. */
function checksIn(findings: FindingChanges | null) {
  if (findings === null) return null;
  const { found, fixed, changed, remaining } = findings;
  const ids = ({ total, rows }: CappedList<{ readonly check: string | null }>) => {
    expect(rows).toHaveLength(total);
    return rows.map(({ check }) => check);
  };
  return { found: ids(found), fixed: ids(fixed), changed: ids(changed), remaining };
}

describe('places', () => {
  const quotes = (...texts: readonly string[]) =>
    texts.map((text, line) => ({ kind: 'html' as const, text, line, column: 1 }));
  const passes = { status: 'pass', evidence: quotes('<p>') } as const;
  const fails = { status: 'fail', evidence: quotes('<b>') } as const;
  const none = { found: [], fixed: [], changed: [] };

  const changesOf = async (from: Partial<CheckResult>, to: Partial<CheckResult>, part = {}) =>
    changesBetween(await add({ check: from }), await add({ check: to }, part));
  const evidenceOf = ({ rows }: CappedList<ChangedFinding>) => rows.map(({ evidence }) => evidence);

  it('of a check that fails in both reports are new, fixed and still there', async () => {
    const changes = await changesOf(
      { status: 'warn', evidence: quotes('<b>', '<i>'), summary: '2 tags.' },
      { status: 'fail', evidence: quotes('<i>', '<u>', '<s>'), summary: '3 tags.' },
    );
    expect(changes).toMatchObject({ fixed: [], broken: [] });
    const named = { check: 'check', issue: null, importance: 'high', title: expect.any(String) };
    const rest = { url: newReport().finalUrl, pagesCount: 1, remaining: 1 };
    const place = (summary: string, evidence: unknown) => {
      const fingerprint = expect.stringMatching(/^[0-9a-f]{16}$/);
      return { ...named, ...rest, summary, evidence, fingerprint };
    };
    const [, second, third] = quotes('<i>', '<u>', '<s>');
    expect(changes.findings).toEqual({
      found: { total: 2, rows: [place('3 tags.', second), place('3 tags.', third)] },
      fixed: { total: 1, rows: [place('2 tags.', quotes('<b>')[0])] },
      changed: { total: 0, rows: [] },
      remaining: 1,
    });
    expect([...changedPlaces(changes, 'found')]).toEqual([['check', changes.findings?.found.rows]]);
    expect([...changedPlaces(changes, 'fixed').keys()]).toEqual(['check']);
  });

  it('of a check that breaks or is fixed are all of them, not what a check that passes quotes', async () => {
    const broken = await changesOf(passes, fails);
    expect(broken.findings?.found.rows.map(({ evidence }) => evidence)).toEqual(fails.evidence);
    expect(checksIn(broken.findings)).toMatchObject({ ...none, found: ['check'], remaining: 0 });
    expect(changedPlaces(broken, 'found').size).toBe(0);
    const fixed = await changesOf(fails, passes);
    expect(fixed.findings && evidenceOf(fixed.findings.fixed)).toEqual(fails.evidence);
    const { findings } = await changesOf(passes, { ...passes, evidence: quotes('<i>') });
    expect(checksIn(findings)).toEqual({ ...none, remaining: 0 });
  });

  it('are not compared where a report did not examine them', async () => {
    const unknown = [
      await changesOf({ status: 'error' }, fails),
      await changesOf(fails, { status: 'error' }),
      await changesOf({ status: 'na', sampled: true }, fails),
      await changesOf(fails, { status: 'na', sampled: true }),
      await changesOf(fails, { status: 'na' }, { partial: true }),
      changesBetween(await add({}), await add({ check: fails })),
      changesBetween(await add({ check: fails }), await add({})),
    ];
    for (const changes of unknown) {
      expect(changes).toMatchObject({ fixed: [], broken: [] });
      expect(checksIn(changes.findings)).toEqual({ ...none, remaining: 0 });
    }
    const other = { ...fails, evidence: quotes('<i>') };
    expect(await changesOf(fails, other, { rulesetVersion: '9' })).toMatchObject({
      sameRuleset: false,
      findings: null,
    });
  });

  it('that are not known do not count, and what is stated about them is compared', async () => {
    const many = (count: number) =>
      quotes(...Array.from({ length: 25 }, (_, at) => `${at + count}`));
    const of = (count: number) => {
      return { status: 'fail', evidence: many(count), summary: `${count} of 50 tags.` } as const;
    };
    const { findings } = await changesOf(of(40), of(39));
    expect(checksIn(findings)).toMatchObject({ ...none, changed: ['check'] });
    expect(findings?.changed.rows[0]).toEqual({
      url: newReport().finalUrl,
      check: 'check',
      importance: 'high',
      title: expect.any(String),
      from: '40 of 50 tags.',
      to: '39 of 50 tags.',
    });
    // The first 25 are the same.
    const more = await changesOf(of(40), { ...of(41), evidence: of(40).evidence });
    expect(checksIn(more.findings)).toMatchObject({ changed: ['check'], remaining: 25 });
    const same = await changesOf(of(40), of(40));
    expect(checksIn(same.findings)).toEqual({ ...none, remaining: 25 });
    const sampled = { status: 'pass', sampled: true, summary: 'None of 40.' } as const;
    const broken = await changesOf(sampled, { ...fails, summary: '1 of 40.' });
    expect(broken.broken).toEqual(['check']);
    expect(checksIn(broken.findings)).toMatchObject({ ...none, changed: ['check'] });
    // The places that are certainly new say it.
    const cut = await changesOf({ ...of(9), evidence: quotes('<b>') }, of(40));
    expect(cut.findings).toMatchObject({ found: { total: 25 }, changed: { total: 0 } });
    expect(cut.findings?.found.rows[0]?.remaining).toBeNull();
  });

  it('are listed by importance, at most 1,000 of them, and all are counted', async () => {
    const checks = (status: CheckResult['status']) =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, check) => {
          const importance = (['info', 'low', 'high', 'medium'] as const)[check % 4] ?? 'info';
          const evidence = quotes(...Array.from({ length: 20 }, (_, quote) => `${quote}`));
          return [`check-${check}`, { status, importance, evidence }];
        }),
      );
    const { findings } = changesBetween(await add(checks('pass')), await add(checks('fail')));
    expect(findings?.found.total).toBe(1_200);
    const rows = findings?.found.rows ?? [];
    expect(rows).toHaveLength(1_000);
    expect(rows.map(({ importance }) => importance)).toEqual(
      [300, 300, 300, 100].flatMap((count, rank) =>
        Array(count).fill(['high', 'medium', 'low', 'info'][rank]),
      ),
    );
  });
});

describe('a page in two states', () => {
  let body: string;
  let origin: string;
  beforeEach(async () => {
    origin = await startServer((request, response) => {
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
    const network = { allowAddresses: [new URL(origin).host], ports: 'any' as const };
    context = createContext({ store: memoryStore(), network });
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
    const { fixed, broken, findings } = changesBetween(earlier, later);
    expect({ fixed, broken }).toEqual({ fixed: [], broken: ['heading-order'] });
    const places = ({ rows }: CappedList<ChangedFinding>) =>
      rows.map(({ url, check, evidence }) => {
        expect(url).toBe(`${origin}/`);
        return [check, /src="([^"]*)"|<h3>/.exec(evidence?.text ?? '')?.[0], evidence?.line];
      });
    // They have no text alternative, no size, and do not exist.
    const checks = ['images-broken', 'image-alt', 'image-size-attrs'];
    const images = (name: string, line: number) => checks.map((id) => [id, `src="${name}"`, line]);
    expect(findings && places(findings.found).sort()).toEqual(
      [...images('added.webp', 15), ['heading-order', '<h3>', 16]].sort(),
    );
    expect(findings && places(findings.fixed).sort()).toEqual(images('removed.webp', 6).sort());
    expect(findings?.changed).toEqual({ total: 0, rows: [] });
    const same = changesBetween(later, await reportOf(body));
    expect(same).toMatchObject({ fixed: [], broken: [] });
    const { remaining, ...none } = checksIn(same.findings) ?? {};
    expect(none).toEqual({ found: [], fixed: [], changed: [] });
    expect(remaining).toBeGreaterThan(6);
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
