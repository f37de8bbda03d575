import { openCpuAccount, takeSlices } from '@sitegrade/audit';
import { type Check, defaultRuleset } from '@sitegrade/audit/checks';
import { describe, expect, it } from 'vitest';
import type { CrawledUrl } from '../store/crawl.ts';
import { applyRule, findIssues, issueChecks } from './find-issues.ts';
import { plantedSite } from './fixtures/planted-site.ts';
import { origin, rowsOf, type SiteSpec, siteOf, slicesForTests } from './fixtures/site-of.ts';
import type { SiteRule } from './site-rule.ts';

/** Shuffles by a fixed sequence of numbers. */
function shuffled<Row>(rows: readonly Row[], seed: number): readonly Row[] {
  const copy = [...rows];
  let state = seed;
  for (let last = copy.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    [copy[last], copy[other]] = [copy[other] as Row, copy[last] as Row];
  }
  return copy;
}

it('finds each issue of a site with 500 pages as often as it has it, and nothing else', async () => {
  const { spec, counts } = plantedSite(500);
  const rows = rowsOf(spec);
  expect(rows).toHaveLength(500);
  const issues = await findIssues(await siteOf(rows), defaultRuleset.checks, slicesForTests());
  const across = issues.filter(({ scope }) => scope === 'site');
  const found = across.map(({ id, findingsCount }) => [id, findingsCount]);
  expect(Object.fromEntries(found)).toEqual(counts);
  for (const { id, status, findings } of across) {
    expect(status).toBe('found');
    for (const { pages, target } of findings) {
      const urls = target === null ? pages : [target, ...pages];
      const first = urls.find((url) => url !== `${origin}/`);
      expect(first).toMatch(new RegExp(`^${origin}/${id}-\\d`));
    }
  }
  expect(issues.flatMap(({ scope, id }) => (scope === 'page' ? id : []))).toEqual([
    'viewport',
    'lang',
  ]);

  // Neither the order nor the numbers of rows matter.
  for (const seed of [1, 2]) {
    const urls = shuffled(rows, seed).map((row, index): CrawledUrl => ({ ...row, id: index + 1 }));
    const outlines = shuffled(urls, seed + 10);
    expect(
      await findIssues(await siteOf(urls, { outlines }), defaultRuleset.checks, slicesForTests()),
    ).toEqual(issues);
  }
});

it('finds nothing on a site without pages', async () => {
  const issues = await findIssues(await siteOf([]), [], slicesForTests());
  expect(issues.filter(({ status }) => status === 'found')).toEqual([]);
});

it('stops when it is aborted', async () => {
  const site = await siteOf(plantedSite(500).spec);
  const reason = new Error('stopped');
  const slices = takeSlices(5, openCpuAccount({ signal: AbortSignal.abort(reason) }));
  await expect(findIssues(site, [], slices)).rejects.toBe(reason);
  await expect(siteOf({ '/': {} })).resolves.toBeDefined();
});

const rule = (find: SiteRule['find']): SiteRule => ({
  id: 'rule',
  importance: 'low',
  title: 'Title',
  advice: 'Advice.',
  why: 'It matters.',
  source: 'https://example.org/',
  find,
});

const pages = (count: number, path = (index: number) => `/${String(index).padStart(5, '0')}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), {}]));

it('keeps the 1,000 findings with most pages, and 20 pages each, and counts all', async () => {
  const site = await siteOf(pages(2_500));
  const siteRule = rule(function* ({ pages }) {
    for (const index of pages.keys()) yield { summary: `${index}`, pages: [index] };
    yield {
      summary: 'many',
      pages: Array.from({ length: 30 }, (_, index) => 29 - index),
      key: 'z',
    };
  });
  const issue = await applyRule(siteRule, site, slicesForTests());
  expect(issue).toMatchObject({ findingsCount: 2_501, pagesCount: 2_500, status: 'found' });
  expect(issue.findings).toHaveLength(1_000);
  expect(issue.findings[0]).toEqual({
    summary: 'many',
    pages: Array.from({ length: 20 }, (_, index) => `${origin}/${String(index).padStart(5, '0')}`),
    pagesCount: 30,
    target: null,
    key: 'z',
  });
  expect(issue.findings.slice(1).map(({ summary }) => Number(summary))).toEqual(
    Array.from({ length: 999 }, (_, index) => index),
  );
});

it('keeps a million characters of findings', async () => {
  const site = await siteOf(pages(400, (index) => `/${index}-${'x'.repeat(1_900)}`));
  const siteRule = rule(function* ({ pages }) {
    for (const index of pages.keys()) yield { summary: '', pages: [index] };
  });
  const { findings, findingsCount } = await applyRule(siteRule, site, slicesForTests());
  expect(findingsCount).toBe(400);
  expect(findings.length).toBeGreaterThan(250);
  expect(JSON.stringify(findings).length).toBeLessThan(1_050_000);
});

describe('checks of single pages', () => {
  const check = (id: string, part: Partial<Check> = {}): Check => ({
    id,
    category: 'seo',
    importance: 'low',
    title: `It is ${id}`,
    advice: 'Fix it.',
    source: 'https://example.org/',
    run: () => ({ status: 'pass', summary: '' }),
    ...part,
  });
  const finding = (summary: string, gain = 1) => ({ status: 'fail', gain, summary }) as const;
  const issuesOf = async (spec: SiteSpec, checks: Parameters<typeof findIssues>[1]) =>
    (await findIssues(await siteOf(spec), checks, slicesForTests())).filter(
      ({ scope }) => scope === 'page',
    );

  it('are issues with their pages by what was found there, and what a fix gains', async () => {
    const spec = {
      '/a': { findings: { short: finding('Too short.', 1.25) } },
      '/b': { findings: { short: finding('Too short.', 2.5) } },
      '/c': { findings: { short: finding('Missing.', 0.25), unknown: finding('Old.') } },
      '/d': {},
    };
    expect(await issuesOf(spec, [check('short', { why: 'It matters.' }), check('long')])).toEqual([
      {
        id: 'short',
        scope: 'page',
        category: 'seo',
        importance: 'low',
        status: 'found',
        title: 'It is short',
        advice: 'Fix it.',
        why: 'It matters.',
        reason: null,
        source: 'https://example.org/',
        findingsCount: 2,
        pagesCount: 3,
        failedCount: 3,
        gain: 1,
        findings: [
          {
            summary: 'Too short.',
            key: 'Too short.',
            target: null,
            pagesCount: 2,
            pages: [`${origin}/a`, `${origin}/b`],
          },
          {
            summary: 'Missing.',
            key: 'Missing.',
            target: null,
            pagesCount: 1,
            pages: [`${origin}/c`],
          },
        ],
      },
    ]);
  });

  it('come with what hides pages at first, then by what a fix gains, among the rules', async () => {
    const same = { title: 'Home' };
    const spec = {
      '/a': { ...same, findings: { hidden: finding('Hidden.', 0.1), much: finding('Much.', 50) } },
      '/b': { ...same, findings: { little: finding('Little.', 0.1), refused: finding('No.', 0) } },
    };
    const gate = { cap: 49, triggeredBy: 'fail', reason: 'It is hidden.' } as const;
    const checks = [
      check('little'),
      check('much'),
      check('refused', { gate: { ...gate, indexability: false, partial: true } }),
      check('hidden', { gate: { ...gate, indexability: true } }),
    ];
    const issues = await findIssues(await siteOf(spec), checks, slicesForTests());
    const ids = issues.flatMap(({ id, status }) => (status === 'found' ? id : []));
    expect(
      ids.filter((id) => checks.some((known) => known.id === id) || /titles/.test(id)),
    ).toEqual(['hidden', 'refused', 'much', 'duplicate-titles', 'little']);
    const statuses = issues.map(({ status }) => status);
    expect(statuses).toEqual([
      ...statuses.filter((status) => status === 'found'),
      ...statuses.filter((status) => status === 'unknown'),
      ...statuses.filter((status) => status === 'none'),
    ]);
  });

  it('do not come first for keeping pages out of an index where these need not be in it', async () => {
    const gate = { cap: 49, triggeredBy: 'fail', reason: 'It is hidden.' } as const;
    const checks = [
      check('much'),
      check('hidden', { gate: { ...gate, indexability: true } }),
      check('refused', { gate: { ...gate, indexability: false, partial: true } }),
    ];
    const findings = {
      hidden: finding('H.', 0),
      much: finding('M.', 5),
      refused: finding('R.', 1),
    };
    const idsOf = async (expectIndexable: boolean) =>
      (
        await issuesOf({ '/': { findings } }, issueChecks({ ruleset: { checks }, expectIndexable }))
      ).map(({ id }) => id);
    expect(await idsOf(true)).toEqual(['refused', 'hidden', 'much']);
    expect(await idsOf(false)).toEqual(['refused', 'much', 'hidden']);
  });

  it('say that nearly all pages share what to fix', async () => {
    const spec = (count: number) =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, page) => [
          `/${page}`,
          { findings: page < count ? { short: finding('Too short.') } : {} },
        ]),
      );
    const adviceOf = async (count: number) =>
      (await issuesOf(spec(count), [check('short')]))[0]?.advice;
    expect(await adviceOf(8)).toMatch(/^Fix it\. Nearly all pages need it, .* template/);
    expect(await adviceOf(7)).toBe('Fix it.');
    const one = await issuesOf({ '/': { findings: { short: finding('S.') } } }, [check('short')]);
    expect(one[0]?.advice).toBe('Fix it.');
  });

  it('take a page that the server refused to show for that alone', async () => {
    const refused = { 'page-served': finding('A challenge.'), short: finding('Too short.') };
    const checks = [check('short'), check('page-served')];
    const issues = await issuesOf({ '/': {}, '/a': { findings: refused } }, checks);
    expect(issues.map(({ id }) => id)).toEqual(['page-served']);
  });

  it('keep the first pages of texts that all differ, in any order', async () => {
    const count = 2_500;
    const spec = Object.fromEntries(
      Array.from({ length: count }, (_, page) => [
        `/${String(page).padStart(4, '0')}`,
        { findings: { short: finding(`It has ${page} words.`) } },
      ]),
    );
    const rows = rowsOf(spec);
    const site = await siteOf(rows);
    const [issue] = await findIssues(site, [check('short')], slicesForTests());
    expect(issue).toMatchObject({ findingsCount: count, pagesCount: count });
    expect(issue?.findings).toHaveLength(1_000);
    expect(issue?.findings.flatMap(({ pages }) => pages)).toEqual(
      rows.slice(0, 1_000).map(({ url }) => url),
    );
    const other = await siteOf(rows, { outlines: shuffled(rows, 3) });
    const [same] = await findIssues(other, [check('short')], slicesForTests());
    expect(same).toEqual(issue);
  });

  it('are named by their titles in outlines of older versions', async () => {
    const [issue] = await issuesOf({ '/': { findings: { short: 'warn' } } }, [check('short')]);
    expect(issue).toMatchObject({
      gain: 0,
      findings: [{ summary: 'This is not the case: It is short.' }],
    });
  });
});
