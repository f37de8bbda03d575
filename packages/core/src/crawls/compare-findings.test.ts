import type { CheckResult } from '@sitegrade/audit';
import { defaultRuleset, extendRuleset } from '@sitegrade/audit/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createContext } from '../context/create-context.ts';
import type { CappedList, ChangedFinding } from '../reports/finding-changes.ts';
import { slicesForTests } from '../site-issues/fixtures/site-of.ts';
import type { PagePair } from '../store/crawl-store.ts';
import { detailsOf } from '../store/report.ts';
import { startWorker } from '../worker/worker.ts';
import { compareCrawls } from './compare-crawls.ts';
import { compareReadCrawls } from './crawl-comparison.ts';
import { createCrawl } from './create-crawl.ts';
import { startSite } from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import type { ReadCrawl, ReadRow } from './read-crawl.ts';

/** All checks but the one that differs between two readings of a page. */
const ruleset = extendRuleset(defaultRuleset, { version: 'timeless', drop: ['ttfb'] });

const paths = ['/', '/moves', '/fixed', '/many', '/same'];

const text = '<p>Rye bread keeps for a week in a cool, dry place.</p>';

/** Images without an alternative text. */
const images = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `<img src="/${from + at}.webp" width="9" height="9">`);

/** A site whose pages a test changes, and crawls of it. */
async function startPages() {
  const bodies = new Map(paths.map((path) => [path, text]));
  const site = await startSite((path) => {
    if (path.endsWith('.webp')) return (response) => response.end();
    const body = bodies.get(path);
    if (body === undefined) return undefined;
    const links = [...bodies.keys()].map((to) => `<li><a href="${to}">The page ${to}</a>`);
    const html = `<!doctype html>\n<html lang="en"><title>The page ${path}</title>\n<h1>Bread at ${path}</h1>\n<main>\n${body}\n</main><ul>${links.join('')}</ul></html>`;
    return (response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  const context = createContext({
    store: memoryStore(),
    ruleset,
    network: { allowAddresses: [new URL(site.origin).host], ports: 'any' },
  });
  const crawl = async (): Promise<number> => {
    const { id } = await createCrawl(context, 'ann', { url: `${site.origin}/` });
    const worker = startWorker(context, { concurrency: 4 });
    onTestFinished(() => worker.stop(0));
    for (;;) {
      const { status, endedAt } = await getCrawl(context, 'ann', id);
      if (endedAt === null) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        continue;
      }
      await worker.stop(0);
      expect(status).toBe('done');
      return id;
    }
  };
  /** Where findings of checks are, and what issues are about. */
  const places = ({ rows, total }: CappedList<ChangedFinding>) => {
    expect(rows).toHaveLength(total);
    return rows
      .map(({ url, check, issue, evidence }) =>
        [check ?? issue, url, /src="[^"]*"|<h3>/.exec(evidence?.text ?? '')?.[0], evidence?.line]
          .filter((part) => part !== undefined && part !== null)
          .join(' ')
          .replaceAll(site.origin, ''),
      )
      .sort();
  };
  return { bodies, context, crawl, places };
}

it('has every planted change of a site once, with its place, and nothing else', async () => {
  const { bodies, context, crawl, places } = await startPages();
  bodies.set('/moves', [...images(1, 2), text].join('\n'));
  bodies.set('/fixed', `<h3>Flour</h3>${text}`);
  bodies.set('/many', [...images(1, 40), text].join('\n'));
  bodies.set('/gone', images(1, 3).join('\n'));
  const from = await crawl();
  bodies.set('/moves', ['\n'.repeat(10), ...images(2, 2), text].join('\n'));
  bodies.set('/fixed', `<h2>Flour</h2>${text}`);
  bodies.set('/many', [...images(2, 39), text].join('\n'));
  bodies.delete('/gone');
  bodies.set('/new', images(1, 3).join('\n'));
  const to = await crawl();
  const { findings, newPages, gonePages, notes } = await compareCrawls(context, 'ann', {
    from,
    to,
  });
  if (findings === null) throw new Error('The rulesets differ.');
  const { found, fixed, changed, remaining } = findings;
  expect(places(found)).toEqual(['image-alt /moves src="/3.webp" 17']);
  expect(places(fixed)).toEqual([
    ...['heading-order /fixed <h3> 5', 'image-alt /moves src="/1.webp" 5'],
  ]);
  // A report keeps 25 of 40 quotes.
  expect(changed.rows.map(({ check, from, to }) => [check, from, to])).toEqual([
    [
      ...['image-alt', '40 of 40 images have no alternative text.'],
      '39 of 39 images have no alternative text.',
    ],
    ['image-lazy', expect.stringMatching(/^35 of 35 /), expect.stringMatching(/^34 of 34 /)],
  ]);
  expect(newPages.rows.map(({ url }) => new URL(url).pathname)).toEqual(['/new']);
  expect(gonePages.rows.map(({ url }) => new URL(url).pathname)).toEqual(['/gone']);
  expect(notes).toEqual([]);
  expect(remaining).toBeGreaterThan(100);
  const same = await compareCrawls(context, 'ann', { from: to, to: await crawl() });
  const none = { total: 0, rows: [] };
  expect(same.findings).toEqual({
    found: none,
    fixed: none,
    changed: none,
    remaining: expect.any(Number),
  });
  expect(same.findings?.remaining).toBeGreaterThan(remaining ?? 0);
});

const scope = { maxPages: 9, source: 'both', include: [], exclude: [] };
const site = { ...scope, origin: 'https://example.com', score: 80, rulesetVersion: '1' };

/** A crawl whose URLs are these, in this order. */
function crawlOf(
  name: string,
  urls: readonly (readonly [url: string, known: ReadRow['known']])[],
  part: Partial<ReadCrawl['crawl']> = {},
): ReadCrawl {
  const rows = urls.map(([url, known], index) => ({ id: index + 1, url, known }));
  return {
    crawl: { ...site, end: 'complete', ...part },
    name,
    issues: [],
    rows: (async function* () {
      for (let start = 0; start < rows.length; start += 7) yield rows.slice(start, start + 7);
    })(),
  };
}

/** Compares crawls, of whose pages all have a finding in the later one only. */
async function compareRead(earlier: ReadCrawl, later: ReadCrawl, isSame = (_: PagePair) => false) {
  const asked: (readonly PagePair[])[] = [];
  const before = detailsOf(newReport());
  const [id = ''] = Object.keys(before.checks);
  const check = before.checks[id] as CheckResult;
  const of = (status: CheckResult['status']) => ({
    ...before,
    partial: false,
    checks: { [id]: { ...check, status, evidence: [] } },
  });
  const comparison = await compareReadCrawls(earlier, later, slicesForTests(), async (pages) => {
    asked.push(pages);
    const changed = pages.filter((pair) => !isSame(pair));
    return changed.map((pair) => ({ ...pair, before: of('pass'), after: of('fail') }));
  });
  const urls = comparison.findings?.found.rows.map(({ url }) => url);
  return { ...comparison, asked, urls };
}

it('compares findings of the pages only that both crawls examined', async () => {
  // By code point, the last URL comes after the one before it, by UTF-16 units it does not.
  const earlier = crawlOf('one', [
    ...([
      ['/a', 80],
      ['/b', 'not examined'],
      ['/c', 'no page'],
      ['/d', 70],
      ['/e', 60],
    ] as const),
    ...([
      ['/g', 50],
      ['/\uFB00', 40],
      ['/\u{1F600}', 30],
    ] as const),
  ]);
  const later = crawlOf('two', [
    ...([
      ['/a', 80],
      ['/b', 80],
      ['/c', 80],
      ['/d', 'not examined'],
      ['/e', 'no page'],
    ] as const),
    ...([
      ['/f', 50],
      ['/\u{1F600}', 30],
    ] as const),
  ]);
  const { urls, asked, findings, ...rest } = await compareRead(earlier, later);
  expect(urls).toEqual(['/a', '/\u{1F600}']);
  const pairs = [
    { from: 1, to: 1 },
    { from: 8, to: 7 },
  ];
  expect(asked).toEqual([pairs]);
  expect(findings?.remaining).toBe(0);
  expect(rest).toMatchObject({
    newPages: { total: 2, rows: [{ url: '/c' }, { url: '/f' }] },
    gonePages: { total: 3, rows: [{ url: '/e' }, { url: '/g' }, { url: '/\uFB00' }] },
    notes: ['1 page of one was not examined by two.', '1 page of two was not examined by one.'],
  });
});

it('takes nothing for new or gone that a crawl did not reach', async () => {
  const cut = () => crawlOf('one', [['/a', 80]], { end: 'max_pages' });
  const complete = () => {
    return crawlOf('two', [
      ['/a', 80],
      ['/b', 80],
    ]);
  };
  const none = { newPages: { total: 0 }, gonePages: { total: 0 } };
  expect(await compareRead(cut(), complete())).toMatchObject({ ...none, urls: ['/a'] });
  expect(await compareRead(complete(), cut())).toMatchObject({ ...none, urls: ['/a'] });
});

it('does not compare findings of different rulesets', async () => {
  for (const [before, after] of [
    ['1', '2'],
    ['1, 2', '1, 2'],
  ] as const) {
    const { findings, asked, notes } = await compareRead(
      crawlOf('one', [['/', 80]], { rulesetVersion: before }),
      crawlOf('two', [['/', 80]], { rulesetVersion: after }),
    );
    expect({ findings, asked }).toEqual({ findings: null, asked: [] });
    expect(notes).toEqual(['Findings are not compared, as the crawls used different rulesets.']);
  }
});

it('reads few pages at once, keeps few rows of many, and counts all', async () => {
  const urls = Array.from({ length: 2_600 }, (_, page) => `/${String(page).padStart(4, '0')}`);
  const { asked, findings, changedPages } = await compareRead(
    crawlOf(
      'one',
      urls.map((url) => [url, 60]),
    ),
    crawlOf(
      'two',
      urls.map((url, page) => [url, page % 60]),
    ),
  );
  expect(asked).toHaveLength(260);
  expect(Math.max(...asked.map(({ length }) => length))).toBe(10);
  expect(findings?.found).toMatchObject({ total: 2_600, rows: { length: 1_000 } });
  expect(changedPages?.total).toBe(2_600);
  const rows = changedPages?.rows ?? [];
  expect(rows).toHaveLength(1_000);
  const fallen = urls
    .map((url, page) => ({ url, from: 60, to: page % 60 }))
    .sort((a, b) => a.to - b.to);
  expect(rows).toEqual(fallen.slice(0, 1_000));
});

it('does not know how many findings are still there if pages are the same', async () => {
  const urls = [
    ['/a', 80],
    ['/b', 80],
  ] as const;
  const [one, two] = [crawlOf('one', urls), crawlOf('two', urls)];
  const { findings } = await compareRead(one, two, ({ from }) => from === 2);
  expect(findings).toMatchObject({ found: { total: 1 }, remaining: null });
});
