import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { run } from './fixtures/run.ts';
import { closedPort, serve } from './fixtures/serve.ts';

const folder = temporaryFolder(afterAll);

/** A check of a report file. */
const check = (status: string, summary: string, evidence: readonly object[] = []) => ({
  status,
  importance: 'high',
  title: 'Rule',
  summary,
  value: null,
  evidence,
  sampled: false,
});

/** A check of what visitors of the page had. */
const visits = {
  ...check('fail', 'One of four visits is slow.'),
  value: { of: 'url', formFactor: 'phone', lcp: 4_100 },
};

/** A report file with these fields. */
const reportOf = (part: object = {}) => ({
  url: 'https://example.com/a',
  final_url: 'https://example.com/a',
  score: 70,
  ruleset_version: '1',
  partial: false,
  checks: {
    title: check('fail', 'No title.'),
    h1: check('pass', 'One h1.'),
    words: check('warn', '200 words.'),
    lang: check('pass', 'It is en.'),
  },
  ...part,
});

const better = {
  score: 75,
  checks: {
    title: check('pass', 'A title.'),
    h1: check('warn', 'Two h1.'),
    words: check('warn', '250 words.'),
    lang: check('pass', 'It is fr.'),
  },
};

async function write(name: string, ...reports: readonly object[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify({ reports, errors: [] }));
  return file;
}

describe('two files', () => {
  it('are compared: what is fixed, broken and otherwise different', async () => {
    const from = await write('from.json', reportOf());
    const to = await write('to.json', reportOf({ url: 'https://staging.example.com/', ...better }));
    const { exitCode, stdout, stderr } = await run(['compare', from, to]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`
  from  https://example.com/a
  to    https://staging.example.com/

  70 → 75  +5 points

  Fixed (1)
  ✔ Rule
    title

  Broken (1)
  ✖ Two h1.
    h1

  Other changes (1)
  · warn: 200 words. → warn: 250 words.
    words

  1 other check differs without a fault; --format json lists all.

`);
  });

  it('show which places of what fails in both are new and which are fixed', async () => {
    const quote = (text: string, line: number) => ({ kind: 'html', text, line, column: 1 });
    const images = (...quotes: readonly object[]) => ({
      checks: {
        'image-alt': check('fail', `${quotes.length} images.`, quotes),
        h1: check('pass', 'One h1.'),
      },
    });
    const kept = quote('<img src=kept>', 3);
    const from = await write('from.json', reportOf(images(kept, quote('<img src=old>', 4))));
    const added = Array.from({ length: 7 }, (_, index) => quote(`<img src=${index}>`, 20 + index));
    const to = await write('to.json', reportOf(images({ ...kept, line: 13 }, ...added)));
    const { stdout } = await run(['compare', from, to]);
    expect(stdout).toContain(`
  New places (1)
  ✖ 7 new, 1 still there: Rule
    image-alt
      20:1 <img src=0>
      21:1 <img src=1>
      22:1 <img src=2>
      23:1 <img src=3>
      24:1 <img src=4>
      and 2 more

  Fixed places (1)
  ✔ 1 fixed, 1 still there: Rule
    image-alt
      4:1 <img src=old>

  No other check differs.
`);
    const markdown = await run(['compare', from, to, '-f', 'markdown']);
    expect(markdown.stdout).toContain(
      '- ❌ 7 new, 1 still there: Rule (`image-alt`)\n  - `20:1 <img src=0>`\n',
    );
    const json = JSON.parse((await run(['compare', from, to, '-f', 'json'])).stdout);
    const { found, fixed, remaining } = json.comparisons[0].findings;
    const place = (evidence: object) => ({ check: 'image-alt', importance: 'high', evidence });
    expect(found).toMatchObject({ total: 7, rows: added.map(place) });
    expect(fixed).toMatchObject({ total: 1, rows: [place(quote('<img src=old>', 4))] });
    expect(remaining).toBe(1);
  });

  it('are compared as JSON and as Markdown', async () => {
    const from = await write('from.json', reportOf());
    const to = await write('to.json', reportOf(better));
    const json = JSON.parse((await run(['compare', from, to, '-f', 'json'])).stdout);
    expect(json).toMatchObject({
      comparisons: [
        {
          from: { url: 'https://example.com/a', score: 70, ruleset_version: '1' },
          score: 5,
          same_ruleset: true,
          fixed: ['title'],
          broken: ['h1'],
        },
      ],
      unmatched: [],
    });
    expect(Object.keys(json.comparisons[0].checks).sort()).toEqual([
      'h1',
      'lang',
      'title',
      'words',
    ]);
    const output = join(folder, 'out.md');
    await run(['compare', from, to, '-f', 'markdown', '-o', output]);
    const markdown = await readFile(output, 'utf8');
    expect(markdown).toContain(' | 70 → 75 (+5) | 1 | 1 |\n');
    expect(markdown).toContain('- ❌ Two h1. (`h1`)\n- ✅ Rule (`title`)\n');
  });

  it('with several reports are paired by path and query', async () => {
    const staging = (path: string, score: number) =>
      reportOf({ url: `https://staging.example.com${path}`, score });
    const live = (path: string, score: number) =>
      reportOf({ url: `https://example.com${path}`, score });
    const from = await write('from.json', live('/a', 10), live('/b?x', 20), live('/old', 30));
    const to = await write('to.json', staging('/b?x', 25), staging('/new', 1), staging('/a', 10));
    const { stdout } = await run(['compare', from, to, '-f', 'json']);
    const { comparisons, unmatched } = JSON.parse(stdout);
    expect(
      comparisons.map(({ from, to }: Record<string, { url: string }>) => [from?.url, to?.url]),
    ).toEqual([
      ['https://example.com/b?x', 'https://staging.example.com/b?x'],
      ['https://example.com/a', 'https://staging.example.com/a'],
    ]);
    expect(unmatched).toEqual(['https://example.com/old', 'https://staging.example.com/new']);
    expect((await run(['compare', from, to])).stdout).toContain(
      'Only in one of both: https://example.com/old\n',
    );
  });

  it('of different rulesets come with a note, and equal ones without differences', async () => {
    const from = await write('from.json', reportOf());
    const to = await write('to.json', reportOf({ ruleset_version: '2' }));
    const { stdout } = await run(['compare', from, to]);
    expect(stdout).toContain('70 → 70  same score\n');
    expect(stdout).toContain('different versions of the checks');
    expect(stdout).toContain('No check differs.\n');
  });

  it('with data of real visitors on one side only come with a note', async () => {
    const from = await write('from.json', reportOf());
    const checks = { ...reportOf().checks, 'core-web-vitals': visits };
    const to = await write('to.json', reportOf({ checks }));
    const { stdout } = await run(['compare', from, to]);
    expect(stdout).toContain('Only one of the two has data of real visitors');
    expect(stdout).not.toContain('Broken (');
    expect((await run(['compare', to, to])).stdout).not.toContain('data of real visitors');
  });

  it.each([
    ['a lower score', { score: 69 }, 1],
    ['a check that is newly broken', better, 1],
    ['a higher score', { score: 71 }, 0],
    ['the same', {}, 0],
    [
      'a lower score with data of real visitors on one side only',
      { score: 60, checks: { ...reportOf().checks, 'core-web-vitals': visits } },
      0,
    ],
  ])('exit with --fail-on-worse for %s', async (_, part, exitCode) => {
    const from = await write('from.json', reportOf());
    const to = await write('to.json', reportOf(part));
    expect((await run(['compare', from, to, '--fail-on-worse'])).exitCode).toBe(exitCode);
    expect((await run(['compare', from, to])).exitCode).toBe(0);
  });
});

it('writes the ids of checks as they are, on one line', async () => {
  const id = 'a`](https://evil.example)\u001b';
  const shown = 'a`](https://evil.example)<U+001B>';
  const of = (status: string) => reportOf({ checks: { [id]: check(status, 'Some.') } });
  const [good, bad] = [await write('good.json', of('pass')), await write('bad.json', of('fail'))];
  for (const [sides, mark] of [
    [[good, bad], '❌ Some.'],
    [[bad, good], '✅ Rule'],
  ] as const) {
    const { stdout } = await run(['compare', ...sides, '-f', 'markdown']);
    expect(stdout).toContain(`- ${mark} (\`\`${shown}\`\`)\n`);
    expect((await run(['compare', ...sides])).stdout).toContain(shown);
  }
});

it('shows no line breaks of a file in an error', async () => {
  const file = join(folder, 'hostile.json');
  const checks = { 'a\nerror: hostile': 1 };
  for (const json of [JSON.stringify(reportOf({ checks })), '{"a":\n\n error: hostile']) {
    await writeFile(file, json);
    const { stderr } = await run(['compare', file, file]);
    expect(stderr).toMatch(/^error: .*hostile.*\n$/);
  }
});

it('takes no local page', async () => {
  const page = join(folder, 'page.html');
  await writeFile(page, '<!doctype html>');
  const { exitCode, stderr } = await run(['compare', page, page]);
  expect([exitCode, stderr]).toEqual([
    2,
    `error: ${page} is a page: compare the files that sitegrade ${page} --format json writes.\n`,
  ]);
});

it('takes a page for either side, and a file of the command for the other', async () => {
  const page = '<!DOCTYPE html><title>Bread</title><p>Rye</p>';
  const staging = await serve((url) => (url === '/' ? `${page}<h1>Bread</h1>` : undefined));
  const live = await serve((url) => (url === '/' ? page : undefined));
  const file = join(folder, 'live.json');
  expect((await run([live, '-o', file])).exitCode).toBe(0);
  for (const from of [file, live]) {
    const { exitCode, stdout } = await run(['compare', from, staging, '-f', 'json']);
    expect(exitCode).toBe(0);
    const [comparison] = JSON.parse(stdout).comparisons;
    expect(comparison.fixed).toContain('h1');
    expect(comparison.score).toBeGreaterThan(0);
  }
});

it('exits with 3 for a page that cannot be fetched', async () => {
  const from = await write('from.json', reportOf());
  const closed = `http://127.0.0.1:${await closedPort()}/`;
  expect(await run(['compare', from, closed])).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: `${closed}: The server refused the connection.\n`,
  });
});

describe('wrong usage', () => {
  it.each([
    [{ reports: [] }, 'reports must be an array with at least one report.'],
    [{ reports: [1] }, 'reports[0] must be an object.'],
    [[], 'the file must be an object.'],
    [{}, 'url must be a URL.'],
    [{ reports: [reportOf({ url: 'x' })] }, 'reports[0].url must be a URL.'],
    [{ reports: [reportOf({ score: '1' })] }, 'reports[0].score must be a number.'],
    [
      { reports: [reportOf({ ruleset_version: 1 })] },
      'reports[0].ruleset_version must be a string.',
    ],
    [{ reports: [reportOf({ partial: 1 })] }, 'reports[0].partial must be a boolean.'],
    [{ reports: [reportOf({ checks: [] })] }, 'reports[0].checks must be an object.'],
    [
      { reports: [reportOf({ checks: { h1: check('bad', '') } })] },
      'reports[0].checks.h1.status must be one of pass, warn, fail, na, error.',
    ],
    [
      { reports: [reportOf({ checks: { h1: { ...check('pass', ''), value: undefined } } })] },
      'reports[0].checks.h1.value must be any JSON.',
    ],
  ])('%j is refused', async (content, message) => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, JSON.stringify(content));
    expect(await run(['compare', file, file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${file}: ${message} Write it with --format json.\n`,
    });
  });

  it.each([
    [['compare'], "error: missing required argument 'from'"],
    [['compare', 'https://a.test'], "error: missing required argument 'to'"],
    [['compare', 'a', 'https://a.test'], 'error: "a" is not a URL, nor a file or folder here.'],
    [
      ['compare', '/missing.json', 'https://a.test'],
      'error: /missing.json could not be read: ENOENT',
    ],
    [
      ['compare', '.', 'https://a.test'],
      'error: . is a folder: compare the files that sitegrade .',
    ],
    [['compare', 'a', 'b', '-f', 'csv'], 'Allowed choices are pretty, json, markdown.'],
    [['compare', 'a', 'b', '--fail-on-wors'], 'Did you mean --fail-on-worse?'],
  ])('%j exits with 2', async (args, message) => {
    const { exitCode, stderr } = await run(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
