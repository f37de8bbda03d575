import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderedPage } from '@sitegrade/audit/for-tests';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { type Environment, interrupted } from './environment.ts';
import { run } from './fixtures/run.ts';
import { closedPort, serve } from './fixtures/serve.ts';
import { keptOutput, linesOf } from './fixtures/test-environment.ts';

const bread = '<!DOCTYPE html><html lang="en"><title>Fresh bread</title><h1>Bread</h1>';

const pages = (url: string) => (url === '/robots.txt' ? undefined : bread);

describe('a report', () => {
  it('is printed for a page of this machine', async () => {
    const site = await serve(pages);
    const { exitCode, stdout, stderr } = await run([`${site}/`]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('  Fresh bread\n');
    expect(stdout).toMatch(/\n {2}\d+ of 100 {2}(?:bad|decent)/);
    expect(stdout).toContain('Fix this first');
    expect(stdout).toContain('    meta-description · +5 points\n');
    expect(stdout).toMatch(/\d+ checks passed, \d+ not applicable\.\n/);
    expect(stdout).not.toContain('\u001b');
  });

  it('needs no scheme, and takes the port that was typed', async () => {
    const site = await serve(pages);
    const { exitCode, stdout } = await run([site.replace('http://127.0.0.1', 'localhost')]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('http://localhost:');
  });

  it('is created once for each URL, with a table for several, and for URLs on standard input', async () => {
    const site = await serve(pages);
    const stdin = linesOf([`${site}/a`, '', '# not this', `  ${site}/b  `]);
    const { exitCode, stdout } = await run([`${site}/a`, '-', '-f', 'json'], { stdin });
    expect(exitCode).toBe(0);
    const urls = JSON.parse(stdout).reports.map(({ url }: { url: string }) => url);
    expect(urls).toEqual([`${site}/a`, `${site}/b`]);

    const pretty = await run([`${site}/a`, `${site}/b`]);
    expect(pretty.stdout).toMatch(/Score {2}Result {2}Page +Worst finding\n/);
    expect(pretty.stdout).toMatch(
      /\n {2}2 pages: 2 decent\. The lowest score is \d+, of http:\S+\/a\.\n/,
    );
    expect(pretty.stdout).toContain('\n  First on that page: ');
  });

  it('has the counts of categories below their scores in a narrow terminal', async () => {
    const site = await serve(pages);
    const stdout = keptOutput({ isTTY: true, columns: 40 });
    await run([site], { stdout, variables: { NO_COLOR: '1' } });
    for (const name of ['Search', 'Performance as sent', 'Security', 'Miscellaneous']) {
      expect(stdout.text()).toMatch(new RegExp(`^ {2}${name} +[█░]+ +\\d+\\n {4}\\d+ passed`, 'm'));
    }
    for (const line of stdout.text().split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('leaves the worst findings out of a narrow table', async () => {
    const site = await serve(pages);
    const tableOf = async (columns: number) => {
      const stdout = keptOutput({ isTTY: true, columns });
      await run([`${site}/a`, `${site}/b`], { stdout, variables: { NO_COLOR: '1' } });
      return stdout.text().split('\n\n')[0];
    };
    expect(await tableOf(80)).toMatch(/Worst finding\n +\d+ .*\/a +[A-Z]/);
    expect(await tableOf(40)).toMatch(/^\n {2}Score {2}Result {2}Page\n +\d+ {2}\w+ +http:\S+\n/);
  });

  it('shows what caps the score by cap, the lowest first', async () => {
    const gone = 'Page not found';
    const html = `<title>${gone}</title><meta name=robots content=noindex><h1>${gone}</h1>`;
    const site = await serve((url) => (url === '/robots.txt' ? undefined : html));
    const { stdout } = await run([site]);
    const [, lowest, rest] =
      /^ {2}! The score cannot be more than 49 until these are fixed:\n(.+?)\n\n(.+?)\n\n/ms.exec(
        stdout,
      ) ?? [];
    expect(lowest?.match(/^ {4}- .*$/gm)).toEqual([
      expect.stringContaining('not to index'),
      expect.stringContaining('does not exist'),
    ]);
    expect(rest).toMatch(
      /^ {2}! The score cannot be more than 79 until these are fixed:\n {4}- Phones/,
    );
  });

  it('shows progress in a terminal, and removes it', async () => {
    const site = await serve(pages);
    const stderr = keptOutput({ isTTY: true, columns: 60 });
    await run([`${site}/a`, `${site}/b`], { stderr });
    expect(stderr.text()).toContain('Analysing (0 of 2 done)');
    expect(stderr.text().endsWith('\r\u001b[K')).toBe(true);
    for (const line of stderr.text().split('\r\u001b[K')) expect(line.length).toBeLessThan(60);
  });
});

describe('the end of a report', () => {
  it('has the score, what to fix first, and how to see more', async () => {
    const site = await serve(pages);
    const { stdout } = await run([`${site}/`]);
    const [, score] = /^ {2}(\d+) of 100 {2}decent$/m.exec(stdout) ?? [];
    const [, first] = /Fix this first.*\n +\+\d+ {2}(.*)\n/.exec(stdout) ?? [];
    const [, findings] = /(\d+) findings: /.exec(stdout) ?? [];
    expect(stdout.match(/^ {2}[✖▲]/gm)).toHaveLength(Number(findings));
    const end = stdout.slice(stdout.trimEnd().lastIndexOf('\n\n') + 2);
    expect(end.trimEnd().replace(/\s+/g, ' ')).toBe(
      ` ${score} of 100, decent, ${findings} findings: ${site}/ First: ${first} --verbose shows every place and check; -o report.html writes the whole report to a file.`,
    );
  });

  it('is not there if no page could be analysed', async () => {
    const { stdout } = await run([`http://127.0.0.1:${await closedPort()}/`]);
    expect(stdout).not.toContain('-o report.html');
  });
});

describe('--verbose', () => {
  it('shows every place, and the checks that passed or do not apply', async () => {
    const images = '<img src="/a.png">'.repeat(5);
    const site = await serve((url) => (url === '/' ? `${bread}${images}` : undefined));
    const short = (await run([`${site}/`])).stdout;
    expect(short).toContain('and 2 more\n');
    expect(short).not.toContain('Passed (');
    const { stdout } = await run([`${site}/`, '--verbose']);
    expect(stdout).not.toContain('and 2 more\n');
    expect(stdout).not.toContain('--verbose');
    const [, passed] = /(\d+) checks passed/.exec(stdout) ?? [];
    expect(stdout).toMatch(new RegExp(`^ {2}Passed \\(${passed}\\)\\n {2}✔ `, 'm'));
    expect(stdout.match(/^ {2}✔ /gm)).toHaveLength(Number(passed));
    expect(stdout).toMatch(/^ {2}Not applicable \(\d+\)\n {2}· .*\)\n {4}[A-Z]/m);
  });

  it('shows all findings of several pages', async () => {
    const site = await serve(pages);
    const { stdout } = await run([`${site}/a`, `${site}/b`, '-v']);
    expect(stdout.match(/^ {4}meta-description · /gm)).toHaveLength(2);
  });
});

describe('--quiet', () => {
  it('shows a line with the score of each page, and why one failed', async () => {
    const site = await serve(pages);
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const stderr = keptOutput({ isTTY: true, columns: 80 });
    const stdout = keptOutput({ isTTY: true, columns: 80 });
    expect((await run(['-q', `${site}/a`, closed], { stdout, stderr })).exitCode).toBe(3);
    expect(stdout.text()).toMatch(/^ \d\d {2}decent {2}http:\S+\/a\n$/);
    expect(stderr.text()).toBe(`${closed}: The server refused the connection.\n`);
  });

  it('writes a file and says nothing', async () => {
    const site = await serve(pages);
    const file = join(temporaryFolder(), 'report.json');
    expect(await run([site, '-q', '-o', file])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(JSON.parse(await readFile(file, 'utf8')).reports).toHaveLength(1);
  });

  it('cannot be combined with --verbose', async () => {
    const { exitCode, stderr } = await run(['https://a.test', '-q', '-v']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
  });
});

describe('colours', () => {
  const terminal = { isTTY: true, columns: 80 };
  const isColored = async (variables: Record<string, string>, output = terminal) => {
    const site = await serve(pages);
    const { stdout } = await run([site], { variables, stdout: keptOutput(output) });
    return stdout.includes('\u001b[');
  };

  it.each([
    [{}, true],
    [{ TERM: 'dumb' }, false],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('in a terminal with %j are on: %s', async (variables, isOn) => {
    expect(await isColored(variables)).toBe(isOn);
  });

  it('are off in a pipe, unless they are forced', async () => {
    const pipe = { isTTY: false, columns: 80 };
    expect(await isColored({}, pipe)).toBe(false);
    expect(await isColored({ FORCE_COLOR: '1' }, pipe)).toBe(true);
  });
});

describe('exit codes', () => {
  it('0 for a bad page without a budget', async () => {
    const site = await serve((url) => (url === '/' ? '<p>' : undefined));
    expect((await run([`${site}/`])).exitCode).toBe(0);
  });

  it('1 for a page below the lowest score, and 0 at it', async () => {
    const site = await serve(pages);
    const { reports } = JSON.parse((await run([site, '-f', 'json'])).stdout);
    const { score } = reports[0];
    const { exitCode, stderr } = await run([site, '--min-score', String(score + 1)]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `${site}: The score is ${score}, below ${score + 1}.\n`,
    });
    expect((await run([site, '--min-score', String(score)])).exitCode).toBe(0);
  });

  it('1 for a check that must not fail, and 0 for one that passes', async () => {
    const site = await serve(pages);
    const { exitCode, stderr } = await run([
      site,
      '--fail-on',
      'title,h1',
      '--fail-on',
      'viewport',
    ]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `${site}: viewport: The page has no viewport meta tag.\n`,
    });
    expect((await run([site, '--fail-on', 'title,h1'])).exitCode).toBe(0);
  });

  it('1 for a page that does not meet a budget file', async () => {
    const site = await serve(pages);
    const file = join(temporaryFolder(), 'budget.json');
    const budget = { failOn: ['viewport'], pages: [{ url: '/drafts/*', failOn: [] }] };
    await writeFile(file, JSON.stringify(budget));
    expect((await run([`${site}/a`, '--budget', file])).exitCode).toBe(1);
    expect((await run([`${site}/drafts/a`, '--budget', file])).exitCode).toBe(0);
  });

  it('3 for a page that cannot be fetched, even if another does not meet a budget', async () => {
    const site = await serve(pages);
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const { exitCode, stdout, stderr } = await run([site, closed, '--min-score', '100']);
    expect(exitCode).toBe(3);
    expect(stdout).toContain(`✖ ${closed}\n`);
    expect(stdout).toContain('The server refused the connection.');
    expect(stdout).toContain('→ Check that the server is running, and the port.');
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+: The score is \d+, below 100\.\n$/);
    const json = await run([closed, '-f', 'json']);
    expect(json.stderr).toBe(`${closed}: The server refused the connection.\n`);
    expect(JSON.parse(json.stdout)).toEqual({
      reports: [],
      errors: [
        {
          url: closed,
          code: 'page_unreachable',
          reason: 'connect_refused',
          message: 'The server refused the connection.',
        },
      ],
    });
  });

  it('130 for Ctrl-C, without output', async () => {
    let requested = () => {};
    const isRequested = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const controller = new AbortController();
    const site = await serve((url) => {
      if (url === '/') requested();
      return pages(url);
    });
    void isRequested.then(() => controller.abort(interrupted('SIGINT')));
    const output = join(temporaryFolder(), 'report.json');
    const listenForInterruption = () => ({ signal: controller.signal, release: () => {} });
    expect(await run([`${site}/`, '-o', output], { listenForInterruption })).toEqual({
      exitCode: 130,
      stdout: '',
      stderr: '',
    });
    expect(await readdir(join(output, '..'))).toEqual([]);
  });
});

describe('a file', () => {
  it.each([
    ['report.json', /^\{\n {2}"reports"/],
    ['report.html', /^<!doctype html>/],
    ['report.csv', /^\ufeffurl,/],
    ['report.xml', /^<\?xml .*\n<testsuites/],
    ['report.md', /^\| Page \|/],
    ['REPORT.SARIF', /"version": "2\.1\.0"/],
    ['report.txt', /^\n {2}Fresh bread\n/],
    ['report', /^\n {2}Fresh bread\n/],
  ])('%s has its format by its name', async (name, start) => {
    const site = await serve(pages);
    const path = temporaryFolder();
    const terminal = keptOutput({ isTTY: true, columns: 100 });
    const { exitCode, stdout, stderr } = await run([site, '-o', join(path, name)], {
      stdout: terminal,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^Wrote \\S+/${name}: \\d+ of 100, decent, \\d+ findings: http:\\S+\\n$`),
    );
    const text = await readFile(join(path, name), 'utf8');
    expect(text).toMatch(start);
    expect(text).not.toContain('\u001b');
    expect(await readdir(path)).toEqual([name]);
  });

  it.each(['report.json', 'report.pdf'])('%s has the format that was asked for', async (name) => {
    const site = await serve(pages);
    const file = join(temporaryFolder(), name);
    await run([site, '-o', file, '-f', 'llm']);
    expect(await readFile(file, 'utf8')).toMatch(/^SEO findings to fix/);
  });

  it('with an unknown extension is refused before anything is requested', async () => {
    const requests: string[] = [];
    const site = await serve((url) => {
      requests.push(url);
      return pages(url);
    });
    const path = temporaryFolder();
    const file = join(path, 'report.DOCX');
    const allowed = '.json, .html, .pdf, .csv, .xml (junit), .md (markdown), .sarif, .txt (pretty)';
    expect(await run([site, '-o', file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: --output ${file} ends with .docx, which is not a format that this command writes. Allowed are ${allowed}, and any name with --format.\n`,
    });
    expect([requests, await readdir(path)]).toEqual([[], []]);
  });

  it('of several pages is summed up in a sentence', async () => {
    const site = await serve(pages);
    const file = join(temporaryFolder(), 'report.csv');
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const { stderr } = await run([`${site}/a`, `${site}/b`, closed, '-o', file]);
    const score = /score is (\d+)/.exec(stderr)?.[1];
    expect(stderr).toBe(
      `Wrote ${file}: 3 pages: 2 decent, 1 failed. The lowest score is ${score}, of ${site}/a.\n${closed}: The server refused the connection.\n`,
    );
  });

  it.each([
    ['a report', (site: string) => [site, '-f', 'json']],
    ['a crawl', (site: string) => ['crawl', site, '-f', 'json']],
    ['a baseline', (site: string) => ['baseline', site]],
    ['a comparison', (site: string) => ['compare', site, `${site}/b`, '-f', 'json']],
  ])('that cannot be written is named before %s begins', async (_, argsOf) => {
    const requests: string[] = [];
    const site = await serve((url) => void requests.push(url));
    const there = temporaryFolder();
    const missing = join(there, 'missing');
    for (const [file, reason] of [
      [join(missing, 'a.json'), `cannot be written: there is no folder ${missing}.`],
      [there, 'is a folder. Name a file in it.'],
    ] as const) {
      const { exitCode, stderr } = await run([...argsOf(site), '-o', file]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `error: ${file} ${reason}\n` });
    }
    expect(requests).toEqual([]);
  });

  it('is not written for an HTML report of a page that failed', async () => {
    const path = temporaryFolder();
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const { exitCode, stderr } = await run([closed, '-o', join(path, 'a.html')]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: `Nothing was written.\n${closed}: The server refused the connection.\n`,
    });
    expect(await readdir(path)).toEqual([]);
  });
});

describe('options of requests', () => {
  it('send headers to the origin of each URL, and the user agent to all', async () => {
    const received: string[] = [];
    const record = (name: string, url: string, headers: Readonly<Record<string, unknown>>) => {
      received.push(`${name} ${url} ${headers.authorization} ${headers['user-agent']}`);
    };
    const other = await serve((url, headers) => {
      record('other', url, headers);
      return pages(url);
    });
    const site = await serve((url, headers) => {
      record('site', url, headers);
      return url === '/' ? `${bread}<a href="${other}/linked">a</a>` : undefined;
    });
    const args = ['--header', 'Authorization:  Basic YTpi ', '--user-agent', 'Tester/1.0'];
    expect((await run([`${site}/`, ...args])).exitCode).toBe(0);
    expect(received).toContain('site / Basic YTpi Tester/1.0');
    expect(received).toContain('site /robots.txt Basic YTpi Tester/1.0');
    expect(received).toContain('other /linked undefined Tester/1.0');
    expect(received.filter((line) => line.startsWith('other') && line.includes('YTpi'))).toEqual(
      [],
    );
  });

  it('refuse private addresses, and suggest how to allow them', async () => {
    const { exitCode, stdout } = await run(['http://10.0.0.1/']);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('address_blocked');
    expect(stdout).toContain('→ To analyse a page in your own network, allow its addresses:');
  });

  it('prevent a cap of pages that are not meant to be indexed', async () => {
    const site = await serve((url) =>
      url === '/' ? bread.replace('<h1>', '<meta name="robots" content="noindex"><h1>') : undefined,
    );
    const capsOf = async (...args: string[]) => {
      const { stdout } = await run([`${site}/`, '-f', 'json', ...args]);
      return JSON.parse(stdout).reports[0].gates.map(({ check }: { check: string }) => check);
    };
    expect(await capsOf()).toContain('indexable-meta');
    expect(await capsOf('--no-expect-indexable')).not.toContain('indexable-meta');
  });

  it('compare the page for an AI assistant and for a browser', async () => {
    const site = await serve(pages);
    const statusOf = async (...args: string[]) => {
      const { stdout } = await run([`${site}/`, '-f', 'json', ...args]);
      return JSON.parse(stdout).reports[0].checks['ai-assistant-page'].status;
    };
    expect(await statusOf()).toBe('na');
    expect(await statusOf('--compare-user-agents')).toBe('pass');
  });

  it('load a ruleset', async () => {
    const site = await serve(pages);
    const path = temporaryFolder();
    const checks = new URL('../../core/src/checks.ts', import.meta.url).href;
    await writeFile(
      join(path, 'own.js'),
      `import { defaultRuleset, extendRuleset } from ${JSON.stringify(checks)};
      export const ruleset = extendRuleset(defaultRuleset, { version: 'own', drop: ['viewport'] });`,
    );
    const { stdout, stderr } = await run([site, '-f', 'json', '--ruleset', join(path, 'own.js')]);
    expect(stderr).toBe('');
    const [report] = JSON.parse(stdout).reports;
    expect(report.ruleset_version).toContain('own');
    expect(Object.keys(report.checks)).not.toContain('viewport');
    await writeFile(join(path, 'none.js'), 'export default 1;');
    expect(await run([site, '--ruleset', join(path, 'none.js')])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`none.js must export a ruleset`),
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'Usage: sitegrade'],
    [['-'], 'error: There are no URLs on standard input.'],
    [
      ['serv'],
      'error: "serv" is not a URL, nor a file or folder here. Use the form https://example.com/page.\n(Did you mean the command serve?)',
    ],
    [
      ['ftp://example.com/'],
      '"ftp://example.com/": only URLs with http:// or https:// can be analysed.',
    ],
    [['https://'], 'error: "https://" is not a URL, nor a file or folder here.'],
    [
      ['https://a.test', '--formt', 'json'],
      "error: unknown option '--formt'\n(Did you mean --format?)",
    ],
    [
      ['https://a.test', '-f', 'xml'],
      "argument 'xml' is invalid. Allowed choices are pretty, json",
    ],
    [['https://a.test', '--min-score', '101'], 'It must be a number from 0 to 100.'],
    [['https://a.test', '--min-score', 'x'], 'It must be a number from 0 to 100.'],
    [
      ['https://a.test', '--fail-on', 'titel-length'],
      'error: --fail-on is not a check: titel-length. Did you mean title-length?',
    ],
    [
      ['https://a.test', '--fail-on', 'broken-links'],
      'error: --fail-on is not a check: broken-links. It is an issue across pages, which only crawls find. Pages have the check links-broken.',
    ],
    [
      ['https://a.test', '--fail-on', 'orphan-pages'],
      'It is an issue across pages, which only crawls find.\n',
    ],
    [
      ['https://a.test', '--budget', '/missing.json'],
      'error: /missing.json could not be read: ENOENT',
    ],
    [['https://a.test', '--ruleset', '/missing.js'], 'error: /missing.js could not be loaded:'],
    [
      ['https://a.test', '--allow-address', 'x'],
      'error: --allow-address must be an address range such as',
    ],
    [['https://a.test', '--user-agent', ''], 'error: --user-agent must be a string of 1 to 256'],
    [['https://a.test', '--header', 'a'], "error: --header must have the form 'Name: value'."],
    [['https://a.test', '--header', 'A: b', '--header', 'a: c'], '--header a is given twice.'],
    [['https://a.test', '--header', 'Host: b'], 'error: --header: The header Host cannot be set.'],
    [['https://a.test', 'https://b.test', '-f', 'html'], 'error: An HTML file is about one page.'],
    [
      ['--format', 'json', 'compare', 'a', 'b'],
      'error: Write --format after the command: sitegrade compare …',
    ],
    [['-f', 'json', 'serve'], 'error: Write --format after the command: sitegrade serve …'],
  ])('%j exits with 2', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    [['--header', 'Authorization Basic hunter2']],
    [['--header', 'Bearer hunter2:x']],
    [['--header', ': hunter2']],
    [['--header', 'A: b', '--header', 'a: hunter2']],
    [['--header', 'Host: hunter2']],
    [['--header', 'A: hunter2\u0007']],
  ])('%j exits with 2 without showing the value', async (options) => {
    const { exitCode, stdout, stderr } = await run(['https://a.test', ...options]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('--header');
    expect(stderr).not.toContain('hunter2');
  });

  it('cannot control the terminal with the text of a file or an argument', async () => {
    const path = temporaryFolder();
    const file = join(path, 'hostile.json');
    const hostile = '\u001b]0;hostile\u0007\u202e';
    await writeFile(file, `{"reports":${hostile}`);
    const isPlain = (text: string) => !/(?!\n)[\p{Cc}\p{Cf}]/u.test(text);
    for (const args of [
      ['compare', file, file],
      ['https://a.test', '--budget', file],
      ['https://a.test', `--${hostile}`],
      ['https://a.test', '--format', hostile],
      ['https://a.test', '-o', join(path, hostile, 'report.json')],
    ]) {
      const { exitCode, stderr } = await run(args);
      expect({ exitCode: exitCode > 0, isPlain: isPlain(stderr) }).toEqual({
        exitCode: true,
        isPlain: true,
      });
    }
    await writeFile(file, JSON.stringify({ [hostile]: 1, minScore: 1 }));
    expect(isPlain((await run(['https://a.test', '--budget', file])).stderr)).toBe(true);
  });

  it('analyses at most 1,000 pages, even from an endless standard input', async () => {
    const urls = Array.from({ length: 1_001 }, (_, index) => `https://a.test/${index}`);
    const tooMany = 'error: There are more than 1,000 URLs. Run the command for parts of them.\n';
    expect(await run(urls)).toEqual({ exitCode: 2, stdout: '', stderr: tooMany });
    async function* endless(part: (index: number) => string) {
      for (let index = 0; index < 3_000; index += 1) yield part(index);
      throw new Error('It was read further.');
    }
    const stdin = endless((index) => `https://a.test/${index}\n`);
    expect(await run(['-'], { stdin })).toEqual({ exitCode: 2, stdout: '', stderr: tooMany });
    expect(await run(['-'], { stdin: endless(() => 'a'.repeat(10)) })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: Standard input has a line that is too long for a URL.\n',
    });
  });
});

describe('--render', () => {
  const shell = '<!DOCTYPE html><html lang="en"><div id="root"></div><script src="/a.js"></script>';
  const built =
    '<!DOCTYPE html><html lang="en"><head><title>Bread</title></head><body><h1>Bread</h1></body></html>';

  /** A renderer that returns this page, or says why there is none. */
  function rendererPackage(
    result: { html: string } | { message: string; reason?: 'render_refused' },
  ) {
    const given: unknown[] = [];
    const measured: string[] = [];
    let closed = 0;
    const loadRenderer: Environment['loadRenderer'] = async () => ({
      chromiumRenderer: (options) => {
        given.push(options);
        return {
          pages: 1,
          render: async ({ url }) =>
            'message' in result
              ? {
                  kind: 'failed',
                  reason: result.reason ?? 'renderer_unavailable',
                  cause: new Error(result.message),
                }
              : renderedPage(result.html, url),
          measure: async ({ url }) => {
            measured.push(url);
            if ('message' in result)
              return { kind: 'failed', reason: result.reason ?? 'renderer_unavailable' };
            return {
              kind: 'measured',
              firstByteMs: 100,
              firstContentfulPaintMs: 900,
              largestContentfulPaint: null,
              isBusy: false,
              shifts: [],
              longTasks: [],
              scripts: [],
              requests: [],
              domContentLoadedMs: null,
              loadedMs: null,
              blockingFiles: [],
              unusedPreloads: [],
              film: [],
            };
          },
          close: async () => {
            closed += 1;
          },
        };
      },
    });
    return { loadRenderer, given, measured, closed: () => closed };
  }

  it('reads pages as scripts built them, shows what they change, and closes the browser', async () => {
    const site = await serve((url) => (url === '/' ? shell : undefined));
    const { loadRenderer, given, closed } = rendererPackage({ html: built });
    const args = ['--render', 'auto', '--browser-file', '/opt/chrome', '--no-browser-sandbox'];
    const { exitCode, stdout, stderr } = await run([`${site}/`, ...args], { loadRenderer });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('Scripts change what crawlers see that do not run them:');
    expect(stdout).toContain('title: missing → Bread');
    expect(given).toEqual([{ pages: 3, sandbox: false, executablePath: '/opt/chrome' }]);
    expect(closed()).toBe(1);
  });

  it('renders the pages of a crawl that seem to need it, and closes the browser', async () => {
    const site = await serve((url) => (url === '/' ? shell : undefined));
    const { loadRenderer, closed } = rendererPackage({ html: built });
    const args = ['crawl', `${site}/`, '-f', 'json', '--render', 'auto'];
    const { exitCode, stdout } = await run(args, { loadRenderer });
    expect([exitCode, closed()]).toEqual([0, 1]);
    expect(JSON.parse(stdout).pages).toMatchObject([{ url: `${site}/`, title: 'Bread' }]);
    const folder = temporaryFolder();
    await writeFile(join(folder, 'index.html'), shell);
    const local = ['crawl', folder, '--base-url', 'https://a.test', '--render', 'auto'];
    expect((await run(local, { loadRenderer })).stderr).toContain(
      'A browser does not load local files from an https: URL',
    );
  });

  it('measures the start page of a crawl alone, after the crawl', async () => {
    const pages: Record<string, string> = {
      '/': '<title>Bread</title><a href="/b">b</a>',
      '/b': 'b',
    };
    const site = await serve((url) => pages[url]);
    const { loadRenderer, measured } = rendererPackage({ html: built });
    const args = ['crawl', `${site}/`, '--speed-runs', '2', '-f'];
    const { exitCode, stdout, stderr } = await run([...args, 'json'], { loadRenderer });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'Measuring the speed of the start page\n',
    });
    const json = JSON.parse(stdout);
    expect(json.start_page_speed).toMatchObject({
      status: 'measured',
      runs: 2,
      first_contentful_paint: { value: 900, rating: 'good' },
    });
    expect(json.pages).toHaveLength(2);
    expect(measured).toEqual([`${site}/`, `${site}/`]);
    const failing = rendererPackage({ message: 'No Chromium was found.' });
    const failed = await run([...args, 'markdown'], { loadRenderer: failing.loadRenderer });
    expect(failed.stdout).toContain(
      'The speed of the page was not measured: no browser was available.',
    );
    // Where the crawl has found nothing, there is nothing to measure.
    const missing = await run(['crawl', `${site}/gone`, ...args.slice(2), 'json'], {
      loadRenderer,
    });
    expect(JSON.parse(missing.stdout).start_page_speed).toBeNull();
    expect(measured).toHaveLength(2);
  });

  it('says once why there is no browser for a crawl', async () => {
    const site = await serve((url) => (url.length < 3 ? `${shell}<a href="/b">b</a>` : undefined));
    const { loadRenderer } = rendererPackage({ message: 'No Chromium was found.' });
    const args = ['crawl', `${site}/`, '-q', '--render', 'auto'];
    const { stderr } = await run(args, { loadRenderer });
    expect(stderr).toBe('--render: No Chromium was found.\n');
  });

  it('uses a browser that someone else has started', async () => {
    const site = await serve((url) => (url === '/' ? shell : undefined));
    const { loadRenderer, given } = rendererPackage({ html: built });
    const args = [`${site}/`, '--render', 'auto', '--browser-url', 'ws://a/?token=hunter2'];
    const proxy = ['--browser-proxy-listen', '0.0.0.0', '--browser-proxy-host', 'b'];
    await run(args, { loadRenderer });
    await run([...args, ...proxy], { loadRenderer });
    const trustedRemoteBrowser = 'ws://a/?token=hunter2';
    expect(given).toEqual([
      { pages: 3, trustedRemoteBrowser },
      { pages: 3, trustedRemoteBrowser, proxy: { listen: '0.0.0.0', host: 'b' } },
    ]);
    for (const wrong of [
      [...args, '--browser-file', '/opt/chrome'],
      [...args, '--no-browser-sandbox'],
      [`${site}/`, '--render', 'auto', ...proxy],
    ]) {
      const { exitCode, stderr } = await run(wrong, { loadRenderer });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('--browser-url');
      expect(stderr).not.toContain('hunter2');
    }
    expect(given).toHaveLength(2);
  });

  it('says once why there is no browser, and reports on the HTML', async () => {
    const site = await serve((url) => (url.length < 3 ? shell : undefined));
    const { loadRenderer } = rendererPackage({ message: 'No Chromium was found.' });
    const { exitCode, stdout, stderr } = await run([`${site}/`, '--render', 'always'], {
      loadRenderer,
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: '--render: No Chromium was found.\n',
    });
    expect(stdout).toContain('The page was not rendered: no browser was available.');
    expect(stdout).not.toContain('(contrast)');
    const both = await run([`${site}/`, `${site}/b`, '--render', 'always'], { loadRenderer });
    expect(both.stderr.match(/--render/g)).toHaveLength(1);
  });

  it('says why the browser refused a page, and reports on the HTML', async () => {
    const site = await serve((url) => (url === '/' ? shell : undefined));
    const message = 'The browser does not trust the certificate of the site.';
    const { loadRenderer } = rendererPackage({ message, reason: 'render_refused' });
    expect(await run([`${site}/`, '--render', 'always'], { loadRenderer })).toMatchObject({
      exitCode: 0,
      stderr: `--render ${site}/: ${message}\n`,
      stdout: expect.stringContaining('The page was not rendered: it could not be loaded'),
    });
  });

  it('says what to install where the package is missing, and loads nothing by default', async () => {
    const site = await serve(pages);
    const error = Object.assign(
      new Error("Cannot find package '@sitegrade/renderer-chromium' imported from x"),
      { code: 'ERR_MODULE_NOT_FOUND' },
    );
    const loadRenderer = () => Promise.reject(error);
    const missing = await run([site, '--render', 'auto'], { loadRenderer });
    expect(missing).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('npm install sitegrade @sitegrade/renderer-chromium\n'),
    });
    expect((await run([site, '--render', 'off'], { loadRenderer })).exitCode).toBe(0);
    expect((await run([site], { loadRenderer })).exitCode).toBe(0);
  });
});

describe('--format pdf', () => {
  /** A package whose renderer prints this, or says why it does not. */
  function printerPackage(result: { pdf: Uint8Array } | { message: string }) {
    const printed: string[] = [];
    let closed = 0;
    const loadRenderer: Environment['loadRenderer'] = async () => ({
      chromiumRenderer: () => ({
        pages: 1,
        render: () => Promise.reject(new Error('No page is rendered.')),
        print: async ({ html }) => {
          printed.push(html);
          return 'message' in result
            ? {
                kind: 'failed',
                reason: 'renderer_unavailable',
                cause: new Error(result.message),
              }
            : { kind: 'printed', pdf: result.pdf };
        },
        close: async () => {
          closed += 1;
        },
      }),
    });
    return { loadRenderer, printed, closed: () => closed };
  }
  const pdf = Buffer.from('%PDF-1.4 \xff\x00', 'latin1');

  it('prints the report of a page, to a file or to another program, and closes the browser', async () => {
    const site = await serve(pages);
    const { loadRenderer, printed, closed } = printerPackage({ pdf });
    const file = join(temporaryFolder(), 'report.pdf');
    const { exitCode, stdout, stderr } = await run([site, '-o', file], { loadRenderer });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringContaining(`Wrote ${file}: `),
    });
    expect(await readFile(file)).toEqual(pdf);
    expect(printed[0]).toContain('<title>Report on ');
    expect((await run([site, '-f', 'pdf'], { loadRenderer })).stdout).toBe('%PDF-1.4 \xff\x00');
    expect(closed()).toBe(2);
  });

  it('prints a crawl', async () => {
    const site = await serve(pages);
    const { loadRenderer, printed, closed } = printerPackage({ pdf });
    const file = join(temporaryFolder(), 'site.pdf');
    const { exitCode, stderr } = await run(['crawl', site, '-o', file], { loadRenderer });
    expect([exitCode, closed()]).toEqual([0, 1]);
    expect(stderr).toContain(`Wrote ${file}: `);
    expect(await readFile(file)).toEqual(pdf);
    expect(printed[0]).toContain('id="issues"');
    const stdout = keptOutput({ isTTY: true });
    expect((await run(['crawl', site, '-f', 'pdf'], { loadRenderer, stdout })).stderr).toBe(
      'error: A PDF is not shown in a terminal. Name a file: --output report.pdf\n',
    );
  });

  it('says what to do where the browser is missing, and writes nothing', async () => {
    const site = await serve(pages);
    const message = 'Install Chromium, or pass its path as executablePath; or pass sandbox: false.';
    const { loadRenderer } = printerPackage({ message });
    expect(await run([site, '-f', 'pdf'], { loadRenderer })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'The PDF was not printed: Install Chromium, or name its path with --browser-file; or use --no-browser-sandbox.\n',
    });
  });

  it('says what to install where the package is missing', async () => {
    const error = Object.assign(
      new Error("Cannot find package '@sitegrade/renderer-chromium' imported from x"),
      { code: 'ERR_MODULE_NOT_FOUND' },
    );
    const site = await serve(pages);
    const missing = await run([site, '-o', 'report.pdf'], {
      loadRenderer: () => Promise.reject(error),
    });
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('sitegrade --format pdf needs the package');
    expect(missing.stderr).toContain('npm install sitegrade @sitegrade/renderer-chromium\n');
  });

  it('is about one page, and not shown in a terminal', async () => {
    const { loadRenderer } = printerPackage({ pdf });
    const two = await run(['a.test', 'b.test', '-f', 'pdf'], { loadRenderer });
    expect([two.exitCode, two.stderr]).toEqual([
      2,
      'error: A PDF is about one page. Run the command once for each URL.\n',
    ]);
    const stdout = keptOutput({ isTTY: true });
    const shown = await run(['a.test', '-f', 'pdf'], { loadRenderer, stdout });
    expect([shown.exitCode, shown.stderr]).toEqual([
      2,
      'error: A PDF is not shown in a terminal. Name a file: --output report.pdf\n',
    ]);
  });
});

describe('CRUX_API_KEY', () => {
  const variables = { CRUX_API_KEY: 'AIzaSyTest0123456789abcdef0123456789' };

  it('sends nothing about pages of this machine, and says so in each format', async () => {
    const site = await serve(pages);
    const message = 'No data was requested: the page is not on the public internet.';
    const { exitCode, stdout, stderr } = await run([`${site}/`], { variables });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('\n  Real visitors: No data was requested: ');
    const json = await run([`${site}/`, '-f', 'json'], { variables });
    const [report] = JSON.parse(json.stdout).reports;
    expect(report.page.field_data.origin).toMatchObject({ status: 'none', message });
    const markdown = await run([`${site}/`, '-f', 'markdown'], { variables });
    expect(markdown.stdout).toContain(`- Real visitors: ${message}\n`);
    const html = await run([`${site}/`, '-f', 'html'], { variables });
    expect(html.stdout).toContain(message);
    for (const text of [stdout, json.stdout, markdown.stdout, html.stdout]) {
      expect(text).not.toContain('AIza');
    }
  });

  it('is left out of reports without a key, also with an empty one', async () => {
    const site = await serve(pages);
    for (const given of [{}, { CRUX_API_KEY: '' }]) {
      const { stdout } = await run([`${site}/`, '-f', 'json'], { variables: given });
      expect(JSON.parse(stdout).reports[0].page).not.toHaveProperty('field_data');
    }
  });

  it('is refused by its name, without being printed', async () => {
    const { exitCode, stderr } = await run(['https://example.com/'], {
      variables: { CRUX_API_KEY: 'hunter2 hunter2' },
    });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('CRUX_API_KEY must be an API key of Google Cloud'),
    });
    expect(stderr).not.toContain('hunter2');
  });
});
