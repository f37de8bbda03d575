import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { crawlProgress } from './crawl-progress.ts';
import { interrupted } from './environment.ts';
import { crawlOf } from './fixtures/crawl-results.ts';
import { run } from './fixtures/run.ts';
import { closedPort, serve } from './fixtures/serve.ts';
import { keptOutput } from './fixtures/test-environment.ts';

const links: Readonly<Record<string, readonly string[]>> = {
  '/': ['/bread', '/rolls', '/gone'],
  '/bread': ['/', '/bread/rye'],
  '/rolls': ['/', '/gone'],
  '/bread/rye': ['/'],
};

/** A site of four pages, two of which link to a page that is not there. */
function shop(url: string): string | undefined {
  const paths = links[url];
  if (paths === undefined) return undefined;
  const anchors = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
  return `<!DOCTYPE html><html lang="en"><title>The shop at ${url}</title><h1>${url}</h1>${anchors}`;
}

interface Json {
  readonly crawl: { readonly end: string; readonly status: string; readonly score: number };
  readonly issues: readonly {
    readonly id: string;
    readonly scope: string;
    readonly status: string;
    readonly failed_count: number;
  }[];
  readonly pages: readonly { readonly url: string; readonly state: string }[];
}

async function crawlJson(site: string, ...args: readonly string[]) {
  const { stdout, exitCode } = await run(['crawl', `${site}/`, '-f', 'json', ...args]);
  const json: Json = JSON.parse(stdout);
  const paths = json.pages.map(({ url, state }) => `${state} ${new URL(url).pathname}`).sort();
  return { exitCode, json, paths };
}

describe('a crawl', () => {
  it('finds the pages of a site of this machine, and its issues', async () => {
    const { exitCode, json, paths } = await crawlJson(await serve(shop));
    expect(exitCode).toBe(0);
    expect(paths).toEqual([
      'done /',
      'done /bread',
      'done /bread/rye',
      'done /rolls',
      'failed /gone',
    ]);
    expect(json.crawl).toMatchObject({ status: 'done', end: 'complete' });
    const found = json.issues.filter(({ status }) => status === 'found').map(({ id }) => id);
    expect(found).toContain('broken-links');
    expect(found).not.toContain('duplicate-titles');
    expect(json.issues.find(({ id }) => id === 'viewport')?.failed_count).toBe(4);
  });

  it('is shown with issues first, then pages and depths, and nothing on standard error', async () => {
    const site = await serve(shop);
    // Without a scheme: https is tried first.
    const { exitCode, stdout, stderr } = await run(['crawl', site.replace('http://', '')]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const titles = [
      'Issues (',
      'More issues',
      'Worst pages',
      'Failed (1)',
      'Clicks from the start page',
    ];
    const positions = titles.map((title) => stdout.indexOf(title));
    expect(positions).not.toContain(-1);
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
    expect(stdout).toMatch(/^ {2}\d+ of 100 {2}(?:good|decent|bad)$/m);
    expect(stdout).toContain('4 pages checked, 1 not found.');
  });

  it('keeps to its paths and its number of pages, and says that it is not complete', async () => {
    const site = await serve(shop);
    const bread = await crawlJson(site, '--include', '/bread', '--exclude', '/bread/rye');
    expect(bread.paths).toEqual(['done /', 'done /bread']);
    const limited = await crawlJson(site, '--max-pages', '2');
    expect(limited.paths).toEqual(['done /', 'done /bread']);
    expect(limited.json.crawl.end).toBe('max_pages');
    const { stderr } = await run(['crawl', site, '-f', 'csv', '--max-pages', '2']);
    expect(stderr).toContain('raise --max-pages for more.');
    expect((await crawlJson(site, '--source', 'sitemap')).paths).toEqual(['done /']);
  });

  it.each([
    ['1', 1],
    ['4', 4],
  ])('sends at most %s requests at a time', async (concurrency, most) => {
    let [running, peak] = [0, 0];
    const server = createServer(({ url = '' }, response) => {
      running += 1;
      peak = Math.max(peak, running);
      const urls = Array.from({ length: 10 }, (_, index) => `<a href="/${index}">x</a>`);
      setImmediate(() => {
        response.setHeader('content-type', 'text/html');
        response.end(`<!DOCTYPE html><title>${url}</title>${urls.join('')}`, () => (running -= 1));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    await crawlJson(`http://127.0.0.1:${port}`, '--concurrency', concurrency);
    expect(peak).toBeGreaterThan(most === 1 ? 0 : 1);
    expect(peak).toBeLessThanOrEqual(most);
  });

  it('says that nearly all pages share what to fix', async () => {
    const anchors = Array.from({ length: 10 }, (_, page) => `<a href="/${page}">x</a>`).join(' ');
    const site = await serve((url) => {
      if (!/^\/\d?$/.test(url)) return undefined;
      return `<!DOCTYPE html><html lang="en"><title>${url}</title>${anchors}`;
    });
    const { stdout } = await run(['crawl', `${site}/`, '-f', 'llm']);
    expect(stdout).toMatch(/ viewport: .*\n {2}fix: .* Nearly all pages need it/);
  });

  it('is written to a file, whose name chooses the format', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'site.sarif');
    const ended = await run(['crawl', await serve(shop), '-o', file]);
    expect(ended).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Wrote \S+site\.sarif: \d+ of 100, decent, \d+ issues across 4 pages: http:\S+\n$/,
      ),
    });
    expect(JSON.parse(await readFile(file, 'utf8')).version).toBe('2.1.0');
  });
});

it('is one line with --quiet, and nothing where it is written to a file', async () => {
  const site = await serve(shop);
  const stderr = keptOutput({ isTTY: true, columns: 80 });
  const { stdout } = await run(['crawl', site, '--quiet'], { stderr });
  expect([stdout, stderr.text()]).toEqual([
    expect.stringMatching(/^ \d\d {2}decent {2}http:\S+\n$/),
    '',
  ]);
  const folder = temporaryFolder();
  const quiet = await run(['crawl', site, '-q', '-o', join(folder, 'site.json')]);
  expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')).crawl.score).toBe(
    Number(stdout.slice(1, 3)),
  );
});

describe('a budget', () => {
  it.each([
    [['--min-score', '100'], /^The score of the site is \d+, below 100\.\n$/],
    [['--fail-on', 'broken-links'], /^broken-links: found on 2 pages\.\n$/],
    [['--fail-on', 'h1,viewport'], /^viewport: found on 4 pages\.\n$/],
    [['--fail-on', 'high'], /^broken-links: .*$/m],
  ])('that is missed exits with 1: %j', async (args, message) => {
    const { exitCode, stderr } = await run(['crawl', await serve(shop), '-f', 'llm', ...args]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
  });

  it('that is met exits with 0', async () => {
    const args = ['--min-score', '1', '--fail-on', 'duplicate-titles,redirect-loops'];
    const { exitCode, stderr } = await run(['crawl', await serve(shop), ...args]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe('a site that cannot be crawled', () => {
  it('exits with 3 if nothing responds', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const { exitCode, stdout, stderr } = await run(['crawl', url, '-f', 'json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      crawl: null,
      errors: [{ reason: 'connect_refused' }],
    });
    expect(stderr).toBe(`${url}: The server refused the connection.\n`);
    expect((await run(['crawl', url])).stdout).toContain('Check that the server is running');
  });

  it('exits with 3 if robots.txt forbids it', async () => {
    const site = await serve((url) =>
      url === '/robots.txt' ? 'User-agent: *\nDisallow: /\n' : shop(url),
    );
    expect((await run(['crawl', `${site}/`, '-f', 'llm'])).exitCode).toBe(3);
  });

  it('exits with 3 if its address is not allowed', async () => {
    const { exitCode, stdout } = await run(['crawl', 'http://10.0.0.1/']);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('--allow-address 10.0.0.0/8');
  });
});

it('writes what is there when it is stopped, without rules about several pages and score', async () => {
  const stop = new AbortController();
  const site = await serve((url) => {
    if (url === '/bread/rye') stop.abort(interrupted('SIGINT'));
    return shop(url);
  });
  const { exitCode, stdout, stderr } = await run(['crawl', `${site}/`, '-f', 'json'], {
    listenForInterruption: () => ({ signal: stop.signal, release: () => {} }),
  });
  expect(exitCode).toBe(130);
  const { crawl, issues, pages }: Json = JSON.parse(stdout);
  expect(crawl).toMatchObject({ status: 'canceled', score: null });
  expect(issues.map(({ id }) => id)).toContain('viewport');
  expect(issues.filter(({ scope }) => scope === 'site')).toEqual([]);
  expect(pages.map(({ url }) => new URL(url).pathname)).toContain('/bread');
  expect(stderr).toContain('The crawl was stopped.');
});

describe('a crawl of more than 10,000 pages', () => {
  const large = ['--max-pages', '10001'];
  /** The package of the server, with a store in memory in place of one in a file. */
  const server = () => {
    const store = memoryStore();
    const removed: string[] = [];
    const openTemporaryStore = async () => ({
      store,
      remove: async () => void removed.push('removed'),
    });
    const serverCommands = () => [];
    return { store, removed, loadServer: async () => ({ serverCommands, openTemporaryStore }) };
  };

  it('is kept in a temporary file, which is removed when all is written', async () => {
    const { store, removed, loadServer } = server();
    const stdout = keptOutput();
    const writtenBefore: string[] = [];
    const write = (text: string) => {
      writtenBefore.push(...removed);
      stdout.write(text);
    };
    const args = ['crawl', `${await serve(shop)}/`, '-f', 'json', ...large];
    await run(args, { loadServer, stdout: { ...stdout, write } });
    const { crawl }: Json = JSON.parse(stdout.text());
    expect(crawl).toMatchObject({ status: 'done', end: 'complete' });
    const kept = await store.crawls.readUrls(1, { after: 0, limit: 10, outlines: false });
    expect(kept).toHaveLength(5);
    expect({ writtenBefore, removed }).toEqual({ writtenBefore: [], removed: ['removed'] });
  });

  it('is removed after wrong usage, and when it is stopped', async () => {
    const wrong = server();
    const { loadServer } = wrong;
    const args = ['crawl', 'https://a.test', '--include', 'blog', ...large];
    expect((await run(args, { loadServer })).exitCode).toBe(2);
    expect(wrong.removed).toEqual(['removed']);

    const stopped = server();
    const stop = new AbortController();
    const site = await serve((url) => {
      if (url === '/bread/rye') stop.abort(interrupted('SIGINT'));
      return shop(url);
    });
    const { exitCode } = await run(['crawl', `${site}/`, ...large], {
      loadServer: stopped.loadServer,
      listenForInterruption: () => ({ signal: stop.signal, release: () => {} }),
    });
    expect(exitCode).toBe(130);
    expect(stopped.removed).toEqual(['removed']);
  });

  it('says which package it needs', async () => {
    const error = Object.assign(new Error("Cannot find package '@sitegrade/server' from x"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const { exitCode, stderr } = await run(['crawl', 'https://a.test', ...large], {
      loadServer: () => Promise.reject(error),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'sitegrade crawl --max-pages 10001 needs the package @sitegrade/server',
    );
    expect(stderr).toContain('npx -p sitegrade -p @sitegrade/server sitegrade crawl');
  });
});

describe('the progress', () => {
  const progressOf = (done: number, queued: number) => ({
    ...crawlOf().progress,
    done,
    queued,
    running: 2,
    redirected: 0,
    failed: 0,
    skipped: {},
  });

  it('is a bar in a terminal that is removed at the end', async () => {
    const stderr = keptOutput({ isTTY: true, columns: 100 });
    await run(['crawl', await serve(shop)], { stderr });
    expect(stderr.text()).toContain('Starting at ');
    expect(stderr.text().endsWith('\r\u001b[K')).toBe(true);
    // Once: what comes after it may be the output.
    expect(stderr.text()).not.toContain('\r\u001b[K\r');

    let ms = 0;
    const kept = keptOutput({ isTTY: true, columns: 100 });
    const bar = crawlProgress(kept, () => ms);
    ms = 2_000;
    bar.show(crawlOf({ status: 'running', progress: progressOf(50, 48) }));
    expect(kept.text()).toBe(
      `\r\u001b[K${'█'.repeat(10)}${'░'.repeat(10)} Crawling: 50 of 100 known pages, 2 s, 25.0/s`,
    );
  });

  it('names the page that a site is slow to send', () => {
    let ms = 0;
    const kept = keptOutput({ isTTY: true, columns: 80 });
    const bar = crawlProgress(kept, () => ms);
    const crawl = crawlOf({ status: 'running', progress: progressOf(1, 1) });
    const url = 'https://shop.example/slow';
    const shown = (waitingFor: string | null) => {
      bar.show(crawl, waitingFor);
      return kept.text().split('\r\u001b[K').at(-1) ?? '';
    };
    expect(shown(url)).not.toContain(url);
    ms = 900;
    expect(shown(url)).not.toContain(url);
    ms = 1_000;
    expect(shown(url)).toContain('Crawling: 1 of 4 known pages, 1 s: https://shop.example/slow');
    expect(shown(`${url}er`)).not.toContain(url);
    ms = 4_000;
    expect(shown(`${url}/${'er'.repeat(40)}`)).not.toContain(url);
    ms = 5_000;
    expect(shown(`${url}/${'er'.repeat(40)}`)).toMatch(/, 5 s: https:\S+…$/);
    expect(shown(null)).not.toContain(url);
  });

  it('has the time from the start, and between levels', () => {
    let ms = 0;
    const kept = keptOutput({ isTTY: true, columns: 80 });
    const bar = crawlProgress(kept, () => ms);
    ms = 3_000;
    bar.show(crawlOf({ progress: { ...progressOf(0, 0), running: 0 } }));
    expect(kept.text()).toMatch(/░ Starting at https:\/\/\S+, 3 s$/);
    bar.show(crawlOf({ progress: { ...progressOf(7, 0), running: 0 } }));
    expect(kept.text()).toMatch(/Looking for more pages, or comparing: 7 known pages, 3 s$/);
  });

  it.each([
    [60, '░ Crawling: 50 of 100 known pages, 0 s'],
    [50, '\u001b[KCrawling: 50 of 100 known pages, 0 s'],
  ])('leaves out the rate, and then the bar: in %i columns', (columns, end) => {
    const kept = keptOutput({ isTTY: true, columns });
    crawlProgress(kept, () => 0).show(crawlOf({ status: 'running', progress: progressOf(50, 48) }));
    expect(kept.text().endsWith(end)).toBe(true);
  });

  it.each([40, 20])('fits into a terminal of %i columns', (columns) => {
    const kept = keptOutput({ isTTY: true, columns });
    crawlProgress(kept, () => 0).show(crawlOf({ progress: progressOf(50, 48) }));
    expect(kept.text().replace('\r\u001b[K', '').length).toBeLessThan(columns);
  });

  it('is a line every ten seconds elsewhere', () => {
    let ms = 0;
    const kept = keptOutput();
    const lines = crawlProgress(kept, () => ms);
    for (ms = 0; ms <= 25_000; ms += 500) {
      lines.show(crawlOf({ status: 'running', progress: progressOf(ms / 500, 100) }));
    }
    expect(kept.text()).toBe(
      'Crawling shop.example: 20 of 122 known pages, 10 s, 2.0/s\nCrawling shop.example: 40 of 142 known pages, 20 s, 2.0/s\n',
    );
  });
});

describe('wrong usage', () => {
  it.each([
    [[], "error: missing required argument 'url'"],
    [['x'], 'error: "x" is not a URL, nor a file or folder here.'],
    [
      ['ftp://a.test/'],
      'error: "ftp://a.test/": only URLs with http:// or https:// can be analysed.',
    ],
    [['https://a.test', 'https://b.test'], 'too many arguments'],
    [['https://a.test', '--max-pages', '0'], 'It must be an integer from 1 to 100,000.'],
    [['https://a.test', '--max-pages', '100001'], 'It must be an integer from 1 to 100,000.'],
    [['https://a.test', '--concurrency', '11'], 'It must be an integer from 1 to 10.'],
    [['https://a.test', '--source', 'feed'], 'Allowed choices are both, links, sitemap.'],
    [['https://a.test', '-f', 'png'], 'Allowed choices are pretty, json, html,'],
    [['https://a.test', '--render', 'always'], 'Allowed choices are auto, off.'],
    [['https://a.test', '--min-score', '101'], 'It must be a number from 0 to 100.'],
    [
      ['https://a.test', '--fail-on', 'broken-link'],
      '--fail-on is not an issue, a check, high, medium or low: broken-link. Did you mean broken-links?',
    ],
    [
      ['https://a.test', '-o', 'a.png'],
      'error: --output a.png ends with .png, which is not a format',
    ],
    [['https://a.test', '--include', 'blog'], 'error: --include 1 must begin with / or *.'],
    [
      ['https://a.test', '--exclude', '/a', '--exclude', 'b'],
      'error: --exclude 2 must begin with / or *.',
    ],
    [['https://a.test', '--allow-address', 'x'], 'error: --allow-address'],
  ])('%j exits with 2', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(['crawl', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
