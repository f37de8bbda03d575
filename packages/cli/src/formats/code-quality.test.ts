import { describe, expect, it } from 'vitest';
import { crawlFailure, crawlResultOf } from '../fixtures/crawl-results.ts';
import { run } from '../fixtures/run.ts';
import { closedPort, serve } from '../fixtures/serve.ts';
import { lineOfUrl } from '../local/local-findings.ts';
import { codeQualityFile, type QualityEntry, severityOf } from './code-quality.ts';
import { codeQualityCrawl } from './crawl-code-quality.ts';

/**
 * The fields that GitLab documents (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): all
 * of them, nothing else, and paths without `./`.
 */
const documented = {
  description: expect.stringMatching(/\S/),
  check_name: expect.stringMatching(/^[\w-]+$/),
  fingerprint: expect.stringMatching(/^[\da-f]{16}$/),
  severity: expect.stringMatching(/^(?:info|minor|major|critical|blocker)$/),
  location: {
    path: expect.stringMatching(/^(?!\.\/)./),
    lines: { begin: expect.any(Number) },
  },
};

/** The entries of a report, which are as documented and have distinct fingerprints. */
function entriesOf(text: string): (typeof documented)[] {
  const entries = JSON.parse(text);
  for (const entry of entries) expect(entry).toEqual(documented);
  const fingerprints = entries.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  // GitLab does not read a byte order mark.
  expect(text.startsWith('[')).toBe(true);
  return entries;
}

describe('of pages', () => {
  const page = (images: string) =>
    `<!doctype html>\n<html lang="en"><title>Fresh bread</title>\n${images}`;

  async function report(html: string) {
    const site = await serve((url) => (url === '/robots.txt' ? undefined : html));
    const { stdout } = await run([`${site}/`, `${site}/b`, '--format', 'codequality']);
    return { site, entries: entriesOf(stdout) };
  }

  it('has an entry for each place, at its line', async () => {
    const { site, entries } = await report(page('<img src="a.png">\n<img src="a.png">'));
    const places = entries
      .filter(({ check_name }) => String(check_name) === 'image-alt')
      .map(({ location }) => location);
    expect(places).toEqual([
      { path: `${site}/`, lines: { begin: 3 } },
      { path: `${site}/`, lines: { begin: 4 } },
      { path: `${site}/b`, lines: { begin: 3 } },
      { path: `${site}/b`, lines: { begin: 4 } },
    ]);
  });

  it('has the same fingerprints when lines move', async () => {
    // On a busy machine, a response may be late.
    const fingerprints = ({ entries }: Awaited<ReturnType<typeof report>>) =>
      entries
        .filter(({ check_name }) => String(check_name) !== 'ttfb')
        .map(({ fingerprint }) => fingerprint);
    const before = await report(page('<img src="a.png">'));
    const after = await report(page('\n\n\n<img src="a.png">'));
    expect(fingerprints(after)).toEqual(fingerprints(before));
  });

  it('has what could not be analysed', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const { exitCode, stdout } = await run([url, '--format', 'codequality']);
    expect(exitCode).toBe(3);
    expect(entriesOf(stdout)).toMatchObject([{ severity: 'blocker' }]);
  });
});

describe('of a crawl', () => {
  it('has an entry for each finding and each check', () => {
    const entries = entriesOf(codeQualityCrawl(crawlResultOf()));
    expect(entries.map(({ check_name }) => check_name)).toEqual([
      'duplicate-titles',
      'meta-description',
      'words',
      'single-inlink',
    ]);
  });

  it('has why there was none', () => {
    expect(entriesOf(codeQualityCrawl(crawlFailure))).toMatchObject([{ severity: 'blocker' }]);
  });
});

it('has distinct fingerprints, also of the same finding on two hosts', () => {
  const entry: QualityEntry = {
    id: 'title',
    description: 'No title.',
    severity: 'major',
    fingerprint: '0123456789abcdef',
    url: 'https://a.test/',
  };
  const text = codeQualityFile([entry, { ...entry, url: 'https://b.test/' }], () => null);
  expect(entriesOf(text)).toHaveLength(2);
  expect(JSON.parse(text)[0].fingerprint).toBe(entry.fingerprint);
});

it.each([
  ['fail', 'high', 'critical'],
  ['fail', 'medium', 'major'],
  ['fail', 'low', 'minor'],
  ['fail', 'info', 'info'],
  ['warn', 'high', 'major'],
  ['warn', 'low', 'info'],
  ['warn', 'info', 'info'],
] as const)('a check that would %s and is %s is %s', (status, importance, severity) => {
  expect(severityOf({ status, importance })).toBe(severity);
});

it.each([
  ['<a href="/x">', 1],
  ['<p>\n<a\nclass="x"\nhref="/x">', 4],
  ["<a href='https://a.test/x#part'>", 1],
  ['<img src=../x>', 1],
  ['\n<a href="/x?a=1&amp;b=2">\n<a HREF = "x">', 3],
  ['<a href="/y">', undefined],
  ['<a data-href="/x">', undefined],
])('the link in %j is in line %s', (html, line) => {
  expect(lineOfUrl(html, 'https://a.test/', 'https://a.test/x')).toBe(line);
});
