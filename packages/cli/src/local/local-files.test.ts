import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '@sitegrade/core';
import { defaultRuleset } from '@sitegrade/core/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { crawlSetup } from '../crawl-site.ts';
import { interrupted } from '../environment.ts';
import { crawlResultOf } from '../fixtures/crawl-results.ts';
import { run } from '../fixtures/run.ts';
import { pageOf, siteFolder } from '../fixtures/site-folder.ts';
import { linesOf } from '../fixtures/test-environment.ts';
import { sarifCrawl } from '../formats/crawl-sarif.ts';
import { collectLocalFindings } from './local-findings.ts';

const web = 'https://bakery.example';

const canonical = (path: string) => ({ head: `<link rel="canonical" href="${web}${path}">` });

const files = {
  'index.html': pageOf('Bread', {
    ...canonical('/'),
    body: '<a href="/about">About</a>\n<img src="/loaf.png">\n<a href="/gone">Gone</a>',
  }),
  'about.html': pageOf('About', {
    ...canonical('/about'),
    body: `<a href="${web}/blog">Blog</a> <a href="https://other.invalid/">Other</a>`,
  }),
  'blog/index.html': pageOf('Blog', canonical('/blog/')),
  'sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${web}/</loc></url></urlset>`,
  'robots.txt': `User-agent: *\nCrawl-delay: 30\nSitemap: ${web}/sitemap.xml\n`,
};

let folder: string;

beforeEach(async () => {
  folder = await siteFolder(files);
});

/** A report as JSON, with more arguments. */
async function reportOf(file: string, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await run([join(folder, file), '--format', 'json', ...args]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).reports[0];
}

describe('a page', () => {
  it('is analysed as at its URL on the web', async () => {
    const { url, final_url, checks } = await reportOf('index.html', '--base-url', web);
    expect([url, final_url]).toEqual([`${web}/`, `${web}/`]);
    expect(checks['canonical-other'].status).toBe('pass');
    expect(checks['sitemap-contains-url'].status).toBe('pass');
    expect(checks['robots-txt-fetch'].status).toBe('pass');
    expect(checks['not-found-status'].status).toBe('pass');
    expect(checks['links-broken']).toMatchObject({ status: 'fail', evidence: [{ line: 6 }] });
    expect(checks['images-broken'].status).toBe('fail');
  });

  it('has the URL without .html if its canonical link does', async () => {
    expect((await reportOf('about.html', '--base-url', web)).url).toBe(`${web}/about`);
    await writeFile(join(folder, 'about.html'), pageOf('About', canonical('/about.html')));
    expect((await reportOf('about.html', '--base-url', web)).url).toBe(`${web}/about.html`);
  });

  it('has no port in its URL without --base-url, and says which one canonical links name', async () => {
    const { stdout, stderr } = await run([join(folder, 'index.html'), '--format', 'json']);
    expect(JSON.parse(stdout).reports[0].url).toBe('http://localhost/');
    expect(stdout).not.toMatch(/127\.0\.0\.1|localhost:/);
    expect(stderr).toBe(
      `Canonical links name ${web}: --base-url ${web}/ checks the files as they are there.\n`,
    );
  });

  it('has the encoding that it declares, not one of the headers', async () => {
    const html = pageOf('Caf\xe9').replace('charset="utf-8"', 'charset="iso-8859-1"');
    await writeFile(join(folder, 'index.html'), html, 'latin1');
    const { checks } = await reportOf('index.html', '--base-url', web);
    expect(checks.charset.value).toBe('windows-1252');
  });

  it('has a canonical link after a tag without an end', async () => {
    const head = '<link href="/bread" <link rel="canonical" href="/about">';
    await writeFile(join(folder, 'about.html'), pageOf('About', { head }));
    expect((await reportOf('about.html', '--base-url', web)).url).toBe(`${web}/about`);
  });

  it('is named index.html in lower case only', async () => {
    await writeFile(join(folder, 'blog/INDEX.HTML'), pageOf('Other'));
    const { url } = await reportOf('blog/INDEX.HTML', '--base-url', `${web}/blog/`);
    expect(url).toBe(`${web}/blog/INDEX.HTML`);
  });

  it('is below the root that is given', async () => {
    const args = ['--base-url', `${web}/docs`] as const;
    expect((await reportOf('blog/index.html', ...args)).url).toBe(`${web}/docs/`);
    const { url } = await reportOf('blog/index.html', ...args, '--root', folder);
    expect(url).toBe(`${web}/docs/blog/`);
  });

  it('has no results that only a server decides, unless asked', async () => {
    const without = await reportOf('index.html', '--base-url', web);
    const ids = ['https', 'tls', 'hsts', 'csp', 'compression', 'http-version', 'ttfb'];
    for (const id of ids) {
      expect([id, without.checks[id].status]).toEqual([id, 'na']);
      expect(without.checks[id].summary).toContain('--server-checks');
    }
    const { checks, ruleset_version } = await reportOf(
      'index.html',
      ...['--base-url', web, '--server-checks', '--external-links'],
    );
    expect(checks.csp.status).toBe('warn');
    expect(checks.https.status).toBe('pass');
    expect([without.ruleset_version, ruleset_version]).toEqual([
      `${ruleset_version}+local`,
      defaultRuleset.version,
    ]);
  });

  it('requests other hosts only if asked', async () => {
    const args = ['--base-url', web] as const;
    const { checks } = await reportOf('about.html', ...args);
    expect(checks['links-broken-external']).toMatchObject({
      status: 'na',
      summary: expect.stringContaining('--external-links'),
    });
    const asked = await reportOf('about.html', ...args, '--external-links');
    // It is not to be found, or there is no network to find out.
    expect(asked.checks['links-broken-external'].summary).not.toContain('--external-links');
  });

  it('can be given on standard input, with others', async () => {
    const stdin = linesOf([join(folder, 'index.html'), join(folder, 'blog/index.html')]);
    const { stdout } = await run(['-', '--base-url', web, '--format', 'json'], { stdin });
    const urls = JSON.parse(stdout).reports.map(({ url }: { url: string }) => url);
    expect(urls).toEqual([`${web}/`, `${web}/blog/`]);
  });

  it('has a baseline', async () => {
    const baseline = join(folder, '..', 'baseline.json');
    const page = join(folder, 'index.html');
    const args = ['--base-url', web] as const;
    expect((await run(['baseline', page, ...args, '-o', baseline])).exitCode).toBe(0);
    expect((await run([page, ...args, '--baseline', baseline])).exitCode).toBe(0);
    const content = await readFile(page, 'utf8');
    await writeFile(page, content.replace('</main>', '<img src="new.png"></main>'));
    const { exitCode, stderr } = await run([page, ...args, '--baseline', baseline]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('<img src="new.png">');
  });

  it('sends no URL to Google', async () => {
    const { stdout } = await run(
      [join(folder, 'index.html'), '--base-url', web, '--format', 'json'],
      { variables: { CRUX_API_KEY: 'key' } },
    );
    expect(JSON.parse(stdout).reports[0].page.field_data).toBeUndefined();
  });
});

describe('a folder', () => {
  it.each([[[]], [['crawl']]])('is crawled by sitegrade %j', async (command) => {
    const { exitCode, stdout, stderr } = await run([
      ...command,
      folder,
      ...['--base-url', web, '--format', 'json'],
    ]);
    const { crawl, issues, pages } = JSON.parse(stdout);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(crawl).toMatchObject({ origin: web, end: 'complete' });
    // As the report of a page, which requests its links.
    expect(issues).toContainEqual(expect.objectContaining({ id: 'links-broken', failed_count: 1 }));
    expect(pages.map(({ url, state }: Record<string, string>) => [url, state]).toSorted()).toEqual([
      [`${web}/`, 'done'],
      [`${web}/about`, 'done'],
      [`${web}/blog`, 'redirected'],
      [`${web}/blog/`, 'done'],
      [`${web}/gone`, 'failed'],
    ]);
    const found = issues.filter(({ status }: { status: string }) => status === 'found');
    expect(found.map(({ id }: { id: string }) => id)).toContain('broken-links');
  });

  it('leaves out what is on its origin outside the path of --base-url', async () => {
    const body =
      '<a href="/">Home</a> <a href="/docs/about">About</a> <img src="/logo.png" alt="">';
    await writeFile(join(folder, 'index.html'), pageOf('Docs', { body }));
    await writeFile(join(folder, 'about.html'), pageOf('About', { body }));
    const args = ['--base-url', `${web}/docs/`, '--format', 'json'] as const;
    const { stdout } = await run([folder, ...args]);
    const { pages, issues, other_urls } = JSON.parse(stdout);
    expect(pages.map(({ url }: { url: string }) => url).toSorted()).toEqual([
      `${web}/docs/`,
      `${web}/docs/about`,
    ]);
    expect(other_urls).toEqual([
      expect.objectContaining({ url: `${web}/`, skip_reason: 'excluded' }),
      expect.objectContaining({ url: `${web}/logo.png`, kind: 'image', state: 'skipped' }),
    ]);
    const found = issues.filter(({ status }: { status: string }) => status === 'found');
    expect(found.filter(({ scope }: { scope: string }) => scope === 'site')).toEqual([]);
    const ids = found.map(({ id }: { id: string }) => id);
    expect(ids.filter((id: string) => /broken|sitemap|robots/.test(id))).toEqual([]);

    const page = await reportOf('index.html', ...args.slice(0, 2));
    expect(page.checks['links-broken'].status).toBe('pass');
    for (const id of ['robots-txt-fetch', 'sitemap-present', 'llms-txt', 'not-found-status']) {
      const { status, summary } = page.checks[id];
      expect([id, status]).toEqual([id, 'na']);
      expect(summary).toContain('outside the folder at --base-url');
    }
    const errors = Object.values<CheckResult>(page.checks).filter(
      ({ status }) => status === 'error',
    );
    expect(errors).toEqual([]);
  });

  it.each([
    [['/docs/a*'], ['about']],
    [['*ut$'], ['about']],
    [['/'], ['', 'about']],
    [['/shop/', '/docs/$'], ['']],
  ])('crawls %j below the path of --base-url', async (include, expected) => {
    const body = '<a href="/docs/about">About</a>';
    await writeFile(join(folder, 'index.html'), pageOf('Docs', { body }));
    const { stdout } = await run([
      ...['crawl', folder, '--base-url', `${web}/docs/`, '--format', 'json'],
      ...include.flatMap((path) => ['--include', path]),
    ]);
    const { pages } = JSON.parse(stdout);
    const paths = pages.map(({ url }: { url: string }) => url.replace(`${web}/docs/`, ''));
    expect(paths.filter((path: string) => path !== '' || expected.includes(''))).toEqual(expected);
  });

  it('exits with 1 for a page that links to nothing', async () => {
    const { exitCode } = await run([folder, '--base-url', web, '--fail-on', 'broken-links']);
    expect(exitCode).toBe(1);
  });

  it('names the files that nothing leads to', async () => {
    await writeFile(join(folder, 'draft.html'), pageOf('Draft'));
    await writeFile(join(folder, '404.html'), pageOf('Gone'));
    await writeFile(join(folder, '.hidden.html'), pageOf('Hidden'));
    const { stderr } = await run([folder, '--base-url', web]);
    expect(stderr).toMatch(/^1 file was not checked: .*\n.*dist\/draft\.html\n$/);
    expect((await run([folder, '--base-url', web, '--quiet'])).stderr).toBe('');
    expect((await run(['crawl', folder, '--base-url', web, '--exclude', '/x'])).stderr).toBe('');
  });

  it('goes on without what cannot be read, and names it', async () => {
    const name = 'x'.repeat(250);
    const makeDeep = `for (let depth = 0; depth < 20; depth++) {
      fs.mkdirSync('${name}');
      process.chdir('${name}');
    }`;
    execFileSync(process.execPath, ['-e', makeDeep], { cwd: folder });
    // Node removes by whole paths, which are too long.
    onTestFinished(() => void execFileSync('rm', ['-rf', join(folder, name)]));
    writeFileSync(Buffer.from(`${folder}/caf\xe9.html`, 'latin1'), pageOf('Not UTF-8'));
    const { exitCode, stdout, stderr } = await run([folder, '--base-url', web, '--format', 'json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).pages).not.toHaveLength(0);
    expect(stderr.split('\n')).toEqual([
      'These files or folders could not be read, and were not checked.',
      'caf\ufffd.html: It is not there, or its name is not UTF-8.',
      expect.stringMatching(/^x{100}…[x/]{100}: Its path is longer than the system allows\.$/),
      '',
    ]);
  });

  it('has places in files, the same in each run', async () => {
    const outputs = ['a', 'b'].map((name) => ({
      sarif: join(folder, '..', `${name}.sarif`),
      quality: join(folder, '..', `${name}-code-quality-report.json`),
    }));
    for (const { sarif, quality } of outputs) {
      const args = ['-o', sarif, '-o', quality, '--quiet'];
      const { exitCode, stderr } = await run([folder, '--base-url', web, ...args]);
      expect([exitCode, stderr]).toEqual([0, '']);
    }
    const [first, second] = await Promise.all(
      outputs.map(async ({ sarif, quality }) => [
        await readFile(sarif, 'utf8'),
        await readFile(quality, 'utf8'),
      ]),
    );
    expect(second).toEqual(first);
    const [sarif = '', quality = ''] = first ?? [];
    const results = JSON.parse(sarif).runs[0].results.map(
      ({ ruleId, locations: [{ physicalLocation }] }: SarifResult) => [
        ruleId,
        physicalLocation.artifactLocation.uri.replace(/.*\/dist\//, 'dist/'),
        physicalLocation.region.startLine,
      ],
    );
    expect(results).toContainEqual(['broken-links', 'dist/index.html', 6]);
    expect(results).toContainEqual(['image-alt', 'dist/index.html', 5]);
    expect(results).toContainEqual(['meta-description', 'dist/about.html', 1]);
    const entries = JSON.parse(quality).map(
      ({ check_name, location }: QualityEntry) =>
        [check_name, location.path.replace(/.*\/dist\//, 'dist/'), location.lines.begin] as const,
    );
    expect(entries).toEqual(results);
  });

  it('has a file once in SARIF and code quality, regardless of its URLs', async () => {
    const body =
      '<a href="/">a</a> <a href="/index.html">b</a> <a href="/about">c</a> <a href="/about.html">d</a> <a href="/gone">e</a>';
    for (const name of ['index', 'about']) {
      await writeFile(join(folder, `${name}.html`), pageOf(name, { body }));
    }
    const sarif = join(folder, '..', 'a.sarif');
    const quality = join(folder, '..', 'code-quality-report.json');
    const { stdout } = await run([...[folder, '--base-url', web, '-o', sarif, '-o', quality]]);
    expect(stdout).toBe('');
    const results: SarifResult[] = JSON.parse(await readFile(sarif, 'utf8')).runs[0].results;
    const places = results.map(({ ruleId, locations: [{ physicalLocation }] }) =>
      [
        ruleId,
        physicalLocation.artifactLocation.uri,
        JSON.stringify(physicalLocation.region),
      ].join(),
    );
    expect(places.filter((place) => /broken-links|meta-description/.test(place))).toHaveLength(4);
    expect(new Set(places).size).toBe(places.length);
    const entries: QualityEntry[] = JSON.parse(await readFile(quality, 'utf8'));
    const lines = entries.map(({ check_name, location: { path, lines } }) =>
      [check_name, path, lines.begin].join(),
    );
    expect(lines.length).toBe(places.length);
  });

  it('says which --base-url canonical links name', async () => {
    const { stdout, stderr } = await run([folder, '--format', 'json']);
    expect(JSON.parse(stdout).crawl.origin).toBe('http://localhost');
    expect(stderr).toBe(
      `Canonical links name ${web}: --base-url ${web}/ checks the files as they are there.\n`,
    );
  });

  it('is not crawled slowly because robots.txt asks for it', async () => {
    const delays: number[] = [];
    const store = memoryStore();
    const begin: typeof store.crawls.begin = async (_, { delayMs }) => delays.push(delayMs) > 0;
    const noting = { ...store, crawls: { ...store.crawls, begin } };
    const begun = { delayMs: 30_000 } as Parameters<typeof begin>[1];
    for (const local of [collectLocalFindings(() => null), undefined]) {
      const { options } = crawlSetup(noting, { maxPages: 10, concurrency: 1, checks: [], local });
      await options.store.crawls.begin({} as Parameters<typeof begin>[0], begun);
    }
    expect(delays).toEqual([0, 30_000]);
  });

  it('has no more places than GitHub takes, and says so', () => {
    const evidence = Array.from({ length: 25 }, (_, index) => ({
      kind: 'html' as const,
      text: `<img src="${index}.png">`,
    }));
    const check = { status: 'fail', evidence } as unknown as CheckResult;
    const few = collectLocalFindings(() => null);
    few.add(`${web}/`, { checks: { a: { ...check, evidence: evidence.slice(0, 10) } } });
    expect([few.all()[0]?.check.evidence.length, few.isCut()]).toEqual([10, false]);
    const many = collectLocalFindings(() => null);
    for (let page = 0; page < 2_500; page++) many.add(`${web}/${page}`, { checks: { a: check } });
    const places = many.all().flatMap((finding) => finding.check.evidence);
    expect([places.length, many.isCut()]).toEqual([20_000, true]);
    const text = sarifCrawl(crawlResultOf({ local: few }));
    expect(text).not.toContain('There are more places');
    expect(sarifCrawl(crawlResultOf({ local: many }))).toContain('There are more places');
  });

  it('leaves no server when Ctrl-C ends its crawl', async () => {
    const listenForInterruption = () => ({
      signal: AbortSignal.abort(interrupted('SIGINT')),
      release: () => {},
    });
    const before = await servers();
    const { exitCode } = await run([folder], { listenForInterruption });
    expect(exitCode).toBe(130);
    expect(await servers()).toBe(before);
  });
});

interface SarifResult {
  readonly ruleId: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    },
  ];
}

interface QualityEntry {
  readonly check_name: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** How many servers of this process listen. */
async function servers(): Promise<number> {
  // Those that were closed are gone after what is due.
  await new Promise(setImmediate);
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
}

describe('wrong usage', () => {
  it.each([
    [
      ['dist', 'dist/index.html'],
      'dist is a folder, which is crawled: run the command for it alone.',
    ],
    [['dist/index.html', `${web}/`], 'Some of these are local files, others are URLs'],
    [['dist/blog/empty'], 'dist/blog/empty has no index.html, where a crawl begins.'],
    [['dist', '--budget', 'x'], 'dist is a folder, which is crawled, without --budget.'],
    [['dist', '--external-links'], 'without --external-links.'],
    [['baseline', 'dist'], 'dist is a folder: name its pages.'],
    [['crawl', 'dist/index.html'], 'dist/index.html is a page: give its folder'],
    [['dist/index.html', '--root', 'dist/blog'], 'dist/index.html is not in --root dist/blog.'],
    [['dist/index.html', '--root', 'nowhere'], 'nowhere'],
    [['dist/index.html', '--base-url', 'x'], '--base-url must be the URL of the folder'],
    [['dist/index.html', '--base-url', web, '--render', 'auto'], 'A browser does not load'],
    [['dist/out.html'], 'dist/out.html is hidden, or a link out of its folder.'],
    [['dist/.page.html'], 'dist/.page.html is hidden, or a link out of its folder.'],
    [[`dist/${'x/'.repeat(2_100)}`], 'Its path is longer than the system allows.'],
    [['dist/index.html', '--root', `dist/${'x/'.repeat(2_100)}`], 'longer than the system allows.'],
    [['dist/round/index.html'], 'Its links lead in a circle.'],
    [['dist/index.html', '--fail-on', 'nothing'], '--fail-on is not a check: nothing'],
    [
      ['crawl', 'dist', '--base-url', `${web}/docs/`, '--include', '/shop/'],
      '--include has no path below /docs/, where --base-url has the folder.',
    ],
    [[`${web}/`, '--base-url', web], '--base-url is for local files.'],
    [[`${web}/`, '--external-links'], '--external-links is for local files.'],
    [['crawl', `${web}/`, '--server-checks'], '--server-checks is for local files.'],
  ])('%j', async (args, message) => {
    const outside = join(folder, '..', 'outside.html');
    await writeFile(outside, pageOf('Outside'));
    await symlink(outside, join(folder, 'out.html'));
    await writeFile(join(folder, '.page.html'), pageOf('Hidden'));
    await mkdir(join(folder, 'blog/empty'));
    await symlink('round', join(folder, 'round'));
    const before = await servers();
    // Here, a browser is not needed: it is refused before.
    const loadRenderer = async () => ({ chromiumRenderer: () => ({ pages: 1 }) as never });
    const given = args.map((argument) => argument.replace(/^dist(?=\/|$)/, folder));
    const { exitCode, stdout, stderr } = await run(given, { loadRenderer });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(folder, 'dist')).toContain(message);
    expect(await servers()).toBe(before);
    await rm(outside);
  });
});
