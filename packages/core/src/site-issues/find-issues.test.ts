import { openCpuAccount, takeSlices } from '@sitegrade/audit';
import { expect, it } from 'vitest';
import type { CrawledUrl } from '../store/crawl.ts';
import { applyRule, findIssues } from './find-issues.ts';
import { plantedSite } from './fixtures/planted-site.ts';
import { origin, rowsOf, siteOf, slicesForTests } from './fixtures/site-of.ts';
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

it('finds each issue of a site with 2,000 pages as often as it has it, and nothing else', async () => {
  const { spec, counts } = plantedSite(2_000);
  const rows = rowsOf(spec);
  expect(rows).toHaveLength(2_000);
  const issues = await findIssues(await siteOf(rows), slicesForTests());
  const found = issues.map(({ id, findingsCount }) => [id, findingsCount]);
  expect(Object.fromEntries(found)).toEqual(counts);
  for (const { id, status, findings } of issues) {
    expect(status).toBe('found');
    if (id === 'template-findings') continue;
    for (const { pages, target } of findings) {
      const urls = target === null ? pages : [target, ...pages];
      const first = urls.find((url) => url !== `${origin}/`);
      expect(first).toMatch(new RegExp(`^${origin}/${id}-\\d`));
    }
  }
  expect(issues.find(({ id }) => id === 'template-findings')?.findings).toMatchObject([
    { key: 'viewport' },
  ]);

  // Neither the order nor the numbers of rows matter.
  for (const seed of [1, 2]) {
    const urls = shuffled(rows, seed).map((row, index): CrawledUrl => ({ ...row, id: index + 1 }));
    const outlines = shuffled(urls, seed + 10);
    expect(await findIssues(await siteOf(urls, { outlines }), slicesForTests())).toEqual(issues);
  }
});

it('finds nothing on a site without pages', async () => {
  const issues = await findIssues(await siteOf([]), slicesForTests());
  expect(issues.filter(({ status }) => status === 'found')).toEqual([]);
});

it('stops when it is aborted', async () => {
  const site = await siteOf(plantedSite(500).spec);
  const reason = new Error('stopped');
  const slices = takeSlices(5, openCpuAccount({ signal: AbortSignal.abort(reason) }));
  await expect(findIssues(site, slices)).rejects.toBe(reason);
  await expect(siteOf({ '/': {} })).resolves.toBeDefined();
});

const rule = (find: SiteRule['find']): SiteRule => ({
  id: 'rule',
  category: 'seo',
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
