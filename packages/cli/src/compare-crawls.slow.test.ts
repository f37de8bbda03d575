import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { crawlOf, crawlResultOf } from './fixtures/crawl-results.ts';
import { run } from './fixtures/run.ts';
import { serve } from './fixtures/serve.ts';
import { jsonCrawl } from './formats/crawl-json.ts';

const folder = temporaryFolder(afterAll);

interface SitePage {
  readonly links?: readonly string[];
  readonly title?: string;
  readonly text?: string;
}
type Site = Readonly<Record<string, SitePage>>;

const described = '<meta name="description" content="Bread and rolls, from our own oven.">';

const before: Site = {
  '/': { links: ['/bread', '/rolls', '/gone', '/old'] },
  '/bread': { title: 'Same', text: described },
  '/rolls': { title: 'Same' },
  '/old': {},
};
const after: Site = {
  '/': { links: ['/bread', '/rolls', '/lost', '/new'] },
  '/bread': {},
  '/rolls': { text: described },
  '/new': {},
};

const two: Site = { '/': { links: ['/a'] }, '/a': { links: ['/'] } };
/** Only one page links to it. */
const third: Site = { '/': { links: ['/a', '/b'] }, '/b': { links: ['/'] } };

/** Crawls versions of one site into files. */
async function crawlVersions(versions: readonly Site[], args: readonly (readonly string[])[] = []) {
  let current: Site = {};
  const site = await serve((url) => {
    const page = current[url];
    if (page === undefined) return undefined;
    const { links = [], title = `Page ${url}`, text = '' } = page;
    const anchors = links.map((path) => `<a href="${path}">${path}</a>`).join(' ');
    return `<!DOCTYPE html><html lang="en"><title>${title}</title>${text}<h1>${url}</h1>${anchors}`;
  });
  const files: string[] = [];
  for (const [index, version] of versions.entries()) {
    current = version;
    const file = join(folder, `crawl-${index}.json`);
    files.push(file);
    const crawl = ['crawl', `${site}/`, '-o', file, ...(args[index] ?? [])];
    expect((await run(crawl)).exitCode).toBe(0);
  }
  const plain = (text: string) => text.replaceAll(site, 'https://bakery.example');
  return { files, plain };
}

/** A crawl file with other parts. */
async function write(name: string, part: object = {}, crawl: object = {}): Promise<string> {
  const file = join(folder, name);
  const json = JSON.parse(jsonCrawl(crawlResultOf()));
  await writeFile(file, JSON.stringify({ ...json, crawl: { ...json.crawl, ...crawl }, ...part }));
  return file;
}

describe('two files of crawls', () => {
  it('are compared: what is fixed, new and gone, and which pages have another score', async () => {
    const { files, plain } = await crawlVersions([before, after]);
    const { exitCode, stdout, stderr } = await run(['compare', ...files]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(plain(stdout)).toMatch(/^ {2}from {2}https:\/\/bakery\.example\/$/m);
    expect(plain(stdout)).toMatch(/^ {2}\d+ → \d+ {2}(?:[+−]\d+ points?|same score)$/m);
    const sections = plain(stdout).split('\n\n');
    const section = (title: string) => sections.find((part) => part.includes(title));
    expect(section('New findings (')).toContain('✖ 1 page links to https://bakery.example/lost,');
    expect(section('New findings (')).toContain('✖ Only one page links to');
    expect(section('Fixed (')).toContain('✔ 2 pages have the title “Same”.');
    expect(section('New pages (1)')).toContain('https://bakery.example/new');
    expect(section('Gone pages (1)')).toContain('https://bakery.example/old');
    expect(section('Pages with another score (2)')).toMatch(/\/bread\n.* \d+ → \d+/);
  });

  it('are compared as JSON, with the names of the HTTP API', async () => {
    const { files, plain } = await crawlVersions([before, after]);
    const { stdout } = await run(['compare', ...files, '-f', 'json']);
    const { comparison } = JSON.parse(plain(stdout));
    expect(comparison).toMatchObject({
      from: { url: 'https://bakery.example/', end: 'complete' },
      score: comparison.to.score - comparison.from.score,
      score_reason: null,
      new_pages: { total: 1, rows: [{ url: 'https://bakery.example/new' }] },
      gone_pages: { total: 1, rows: [{ url: 'https://bakery.example/old' }] },
      changed_pages: { total: 2 },
      notes: [expect.stringContaining('findings of single pages are not compared')],
    });
    const high = (rows: readonly Readonly<Record<string, string>>[]) =>
      rows.filter(({ importance }) => importance === 'high');
    const { found, fixed } = comparison.findings;
    expect(high(found.rows)).toMatchObject([
      { issue: 'broken-links', evidence: { text: 'https://bakery.example/lost' }, check: null },
    ]);
    expect(high(fixed.rows)).toMatchObject([
      { issue: 'duplicate-titles', summary: expect.stringContaining('Same'), evidence: null },
      { issue: 'broken-links', evidence: { text: 'https://bakery.example/gone' } },
    ]);
  });

  it('are compared as Markdown, in a file', async () => {
    const { files } = await crawlVersions([before, after]);
    const output = join(folder, 'out.md');
    expect(await run(['compare', ...files, '-f', 'markdown', '-o', output])).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
    const markdown = await readFile(output, 'utf8');
    expect(markdown).toMatch(/^\| From \| To \| Score \|/);
    expect(markdown).toContain('- ❌ 1 page links to http<!-- -->://127.0.0.1:');
    expect(markdown).toContain('- ❌ Only one page links to http<!-- -->://127.0.0.1:');
    expect(markdown).toContain('- ✅ 2 pages have the title “Same”. (`duplicate-titles`)');
  });

  it('without a difference are reported as the same', async () => {
    const { files } = await crawlVersions([before, before]);
    const { stdout } = await run(['compare', ...files]);
    expect(stdout).toContain('same score');
    expect(stdout).toContain('Nothing differs between the two crawls.');
    const other = await write('other.json', {}, { score: 57 });
    for (const [part, message] of [
      [{}, 'Nothing differs between the two crawls.'],
      [{ score: 58 }, 'No finding and no page differs.'],
      [{ ruleset_version: '2' }, 'No page differs.'],
      [{ end: 'max_pages' }, 'No finding and no page differs.'],
    ] as const) {
      const to = await write('to.json', {}, { score: 57, ...part });
      for (const format of ['pretty', 'markdown']) {
        expect((await run(['compare', other, to, '-f', format])).stdout).toContain(message);
      }
    }
  });

  it('of different numbers of pages have no difference of scores', async () => {
    const { files } = await crawlVersions([before, before], [[], ['--max-pages', '1']]);
    const { exitCode, stdout } = await run(['compare', ...files, '--fail-on-worse']);
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'The second crawl ended before it had all pages (max_pages), so its score is not that of the whole site.',
    );
  });

  it.each([
    ['something is newly broken', [before, { ...before, '/': { links: ['/none'] } }], 1],
    [
      'something is newly broken, and the score is not lower',
      [{ '/': { links: ['/x'] } }, { '/': { links: ['/none'], text: described } }],
      1,
    ],
    ['the score is lower', [{ '/': { text: described } }, { '/': {} }], 1],
    ['only findings that cost nothing are new', [two, { ...two, ...third }], 0],
    ['all is fixed', [{ '/': { links: ['/x'] } }, { '/': {} }], 0],
  ] as const)('exit with --fail-on-worse if %s', async (_, versions, exitCode) => {
    const { files } = await crawlVersions(versions);
    expect((await run(['compare', ...files, '--fail-on-worse'])).exitCode).toBe(exitCode);
    expect((await run(['compare', ...files])).exitCode).toBe(0);
  });

  it('exit with --fail-on-worse if only the second one has no score', async () => {
    const scored = await write('scored.json');
    const unscored = await write('unscored.json', {}, { score: null, end: 'refused' });
    for (const [files, exitCode] of [
      [[scored, unscored], 1],
      [[unscored, scored], 0],
      [[unscored, unscored], 0],
    ] as const) {
      expect((await run(['compare', ...files, '--fail-on-worse'])).exitCode).toBe(exitCode);
    }
  });

  it('have no gone pages and fixed findings that the second one did not examine', async () => {
    const { files } = await crawlVersions([before, before], [[], ['--exclude', '/rolls']]);
    const { stdout } = await run(['compare', ...files, '-f', 'json']);
    const { comparison } = JSON.parse(stdout);
    expect(comparison).toMatchObject({
      gone_pages: { total: 0 },
      findings: { fixed: { total: 0 } },
    });
    expect(comparison.notes).toContain(
      '1 page of the first crawl was not examined by the second crawl.',
    );
    const part = JSON.parse(await readFile(files[1] ?? '', 'utf8'));
    expect(part.other_urls).toEqual([
      {
        url: expect.stringMatching(/\/rolls$/),
        kind: 'page',
        state: 'skipped',
        skip_reason: 'excluded',
        http_status: null,
      },
    ]);
    // Without this URL, the page would be gone.
    const without = join(folder, 'without.json');
    await writeFile(without, JSON.stringify({ ...part, other_urls: [] }));
    const wrong = await run(['compare', files[0] ?? '', without, '-f', 'json']);
    expect(JSON.parse(wrong.stdout).comparison.gone_pages.total).toBe(1);
  });

  it('know why a page is missing', async () => {
    const page = { url: 'https://shop.example/b', score: null, location: null };
    const failed = { ...page, state: 'failed', skip_reason: null };
    const skipped = { ...page, kind: 'page', state: 'skipped', http_status: null };
    const from = await write('from.json');
    for (const [part, gone] of [
      [{ pages: [{ ...failed, http_status: 404 }] }, 1],
      [{ pages: [{ ...failed, http_status: 500 }] }, 0],
      [{ pages: [], other_urls: [{ ...skipped, skip_reason: 'robots_txt' }] }, 1],
      [{ pages: [], other_urls: [{ ...skipped, skip_reason: 'too_deep' }] }, 0],
    ] as const) {
      const to = await write('to.json', part);
      const { stdout } = await run(['compare', from, to, '-f', 'json']);
      const urls = JSON.parse(stdout).comparison.gone_pages.rows.map(
        ({ url }: { readonly url: string }) => url,
      );
      expect(urls.filter((url: string) => url === page.url)).toHaveLength(gone);
    }
  });

  it('list the images that were requested', async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => `/${number}`);
    const pages = Object.fromEntries(
      numbers.map((path) => [path, { text: '<img src="/loaf.png" alt="A loaf">' }]),
    );
    const { files } = await crawlVersions([{ ...pages, '/': { links: numbers } }]);
    expect(JSON.parse(await readFile(files[0] ?? '', 'utf8')).other_urls).toEqual([
      {
        url: expect.stringMatching(/\/loaf\.png$/),
        kind: 'image',
        state: 'failed',
        skip_reason: null,
        http_status: 404,
      },
    ]);
  });

  it('know which images were requested', async () => {
    const image = { url: 'https://shop.example/a.png', kind: 'image', skip_reason: null };
    const finding = {
      object: 'finding',
      summary: 'One page shows a broken image.',
      key: image.url,
      pages: ['https://shop.example/'],
      pages_count: 1,
      target: image.url,
    };
    const issueWith = (findings: readonly object[]) => ({
      id: 'broken-images',
      importance: 'high',
      title: 'Images work',
      findings,
      status: findings.length > 0 ? 'found' : 'none',
      findings_count: findings.length,
    });
    const from = await write('from.json', {
      issues: [issueWith([finding])],
      other_urls: [{ ...image, state: 'failed', http_status: 404 }],
    });
    for (const [otherUrls, fixed] of [
      [[{ ...image, state: 'done', http_status: 200 }], 1],
      [[], 0],
    ] as const) {
      const to = await write('to.json', { issues: [issueWith([])], other_urls: otherUrls });
      const { stdout } = await run(['compare', from, to, '-f', 'json']);
      expect(JSON.parse(stdout).comparison.findings.fixed.total).toBe(fixed);
    }
  });
});

it('counts all findings, and shows the first ones', async () => {
  const gone = Array.from({ length: 30 }, (_, number) => `/gone-${number}`);
  const { files } = await crawlVersions([{ '/': {} }, { '/': { links: gone } }]);
  const { stdout } = await run(['compare', ...files]);
  expect(stdout).toContain('New findings (30, the first 20)');
  expect(stdout.match(/✖/g)).toHaveLength(20);
});

it('shows no control characters of a file', async () => {
  const hostile = '\u001b]0;hostile\u0007\u202e';
  const finding = {
    summary: hostile,
    key: hostile,
    target: null,
    pages: [hostile],
    pages_count: 1,
  };
  const issue = { id: hostile, importance: 'high', title: hostile, status: 'found' };
  const from = await write('from.json', {
    issues: [{ ...issue, findings: [], findings_count: 0 }],
  });
  const part = { issues: [{ ...issue, findings: [finding], findings_count: 1 }] };
  const files = [from, await write('to.json', part, { url: hostile, ruleset_version: hostile })];
  for (const format of ['pretty', 'json', 'markdown']) {
    const { stdout } = await run(['compare', ...files, '-f', format]);
    expect(stdout).toContain('hostile');
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
});

it('shows no line breaks of a file', async () => {
  const hostile = 'a\nerror: hostile';
  const file = await write('right.json');
  for (const wrong of [
    await write('origin.json', {}, { origin: hostile }),
    await write('failed.json', { crawl: null, errors: [{ message: hostile }] }),
  ]) {
    const { stderr } = await run(['compare', file, wrong]);
    expect(stderr).toMatch(/^error: .*hostile.*\n$/);
  }
});

it('writes the id of an issue as it is', async () => {
  const id = 'a`](https://evil.example) **b**';
  const finding = { summary: 'Some.', key: 'x', target: null, pages: [], pages_count: 0 };
  const issue = { id, importance: 'high', title: 'Title', status: 'found' };
  const from = await write('from.json', {
    issues: [{ ...issue, findings: [], findings_count: 0 }],
  });
  const to = await write('to.json', {
    issues: [{ ...issue, findings: [finding], findings_count: 1 }],
  });
  const { stdout } = await run(['compare', from, to, '-f', 'markdown']);
  expect(stdout).toContain(`- ❌ Some. (\`\`${id}\`\`)\n`);
});

describe('crawls that differ', () => {
  it('in their rulesets come with a note, and without a difference of scores', async () => {
    const files = [await write('a.json'), await write('b.json', {}, { ruleset_version: '2' })];
    const { stdout, exitCode } = await run(['compare', ...files, '--fail-on-worse']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('58 → 58\n');
    expect(stdout).toContain('The crawls used different rulesets: 1 and 2.');
  });

  it('in their options, or that are not complete, come with notes', async () => {
    const part = { end: 'max_pages', include: ['/blog'] };
    const { stdout } = await run([
      'compare',
      await write('a.json'),
      await write('b.json', {}, part),
    ]);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Not compared (5) · The second crawl ended before it had all pages (max_pages): what it did not reach is not compared. · The crawls have different options: source, include or exclude.',
    );
  });

  it('in their website are refused', async () => {
    for (const origin of ['https://other.example', 'http://shop.example']) {
      const files = [await write('a.json'), await write('b.json', {}, { origin })];
      expect(await run(['compare', ...files])).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `error: The crawls are of https://shop.example and of ${origin}: only crawls of the same website are compared. Two hosts of it are compared with --map ${origin}=https://shop.example.\n`,
      });
    }
  });
});

describe('--map', () => {
  it('compares crawls of two hosts, as if one were the other', async () => {
    const live = JSON.stringify(JSON.parse(jsonCrawl(crawlResultOf())));
    const staging = live
      .replaceAll('https://shop.example', 'http://[::1]:8080')
      .replaceAll('/gone', '/lost');
    const [first, second] = [join(folder, 'live.json'), join(folder, 'staging.json')];
    await Promise.all([writeFile(first, live), writeFile(second, staging)]);
    const map = ['--map', 'http://[::1]:8080=https://shop.example/'];
    const { exitCode, stdout } = await run(['compare', first, second, ...map, '-f', 'json']);
    expect(exitCode).toBe(0);
    const { comparison } = JSON.parse(stdout);
    expect(comparison).toMatchObject({
      to: { url: 'https://shop.example/' },
      new_pages: { total: 0 },
      findings: { found: { total: 0 }, fixed: { total: 0 } },
    });
    expect(stdout).not.toContain('[::1]');
  });

  it.each([
    'https://a.test',
    'https://a.test/b=https://b.test',
    'a=b',
    'ftp://a.test=ftp://b.test',
  ])('refuses %s', async (map) => {
    const { exitCode, stderr } = await run(['compare', 'a.json', 'b.json', '--map', map]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('It must be two origins, such as https://a.test=https://b.test.');
  });
});

describe('wrong usage', () => {
  it('refuses a crawl and a report, or a crawl and a page', async () => {
    const crawl = await write('crawl.json');
    const report = join(folder, 'report.json');
    const url = 'https://a.test/';
    const fields = { url, final_url: url, score: 1, ruleset_version: '1', partial: false };
    await writeFile(report, JSON.stringify({ reports: [{ ...fields, checks: {} }], errors: [] }));
    for (const other of [report, 'https://a.test/']) {
      for (const sides of [
        [crawl, other],
        [other, crawl],
      ]) {
        expect(await run(['compare', ...sides])).toEqual({
          exitCode: 2,
          stdout: '',
          stderr:
            'error: A crawl is compared with another crawl only, and a report with a report.\n',
        });
      }
    }
  });

  it.each([
    [
      { crawl: { ...crawlOf(), status: 'canceled' } },
      'The crawl was stopped, so it has no issues to compare.',
    ],
    [
      { crawl: null, errors: [{ message: 'The host refused the connection.' }] },
      'The site could not be crawled: The host refused the connection.',
    ],
  ])('%j has nothing to compare', async (part, message) => {
    const file = await write('wrong.json', part);
    expect(await run(['compare', file, await write('right.json')])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${file}: ${message}\n`,
    });
  });

  it.each([
    [{ crawl: null }, 'crawl must be an object.'],
    [{ crawl: { ...crawlOf(), status: 'over' } }, 'crawl.status must be done.'],
    [
      { crawl: { ...crawlOf(), ruleset_version: '1', origin: null } },
      'crawl.origin must be a string.',
    ],
    [{ other_urls: undefined }, 'other_urls must be an array.'],
    [{ pages: {} }, 'pages must be an array.'],
    [{ pages: [{ url: 1 }] }, 'pages[0].url must be a string.'],
    [{ pages: [1] }, 'pages[0] must be an object.'],
    [{ pages: [{ url: 'x', state: 'done' }] }, 'pages[0].skip_reason must be a string or null.'],
    [{ issues: [{ id: 1 }] }, 'issues[0].id must be a string.'],
    [
      { issues: [{ id: 'x', importance: 'big' }] },
      'issues[0].importance must be one of high, medium, low, info.',
    ],
  ])('%j is refused', async (part, message) => {
    const file = await write('wrong.json', part);
    expect(await run(['compare', file, await write('right.json')])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${file}: ${message} Write it with --format json.\n`,
    });
  });
});
