import { readFileSync } from 'node:fs';
import type { SiteFinding } from '@sitegrade/core';
import draft4Module from 'ajv-draft-04';
import addFormatsModule from 'ajv-formats';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseJunit } from 'junit2json';
import { parse as parseHtml } from 'parse5';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { crawlFailure, crawlOf, crawlResultOf, issueOf } from '../fixtures/crawl-results.ts';
import { noTerminal } from '../terminal.ts';
import { csvCrawl } from './crawl-csv.ts';
import { htmlCrawl } from './crawl-html.ts';
import { jsonCrawl } from './crawl-json.ts';
import { junitCrawl } from './crawl-junit.ts';
import { llmCrawl } from './crawl-llm.ts';
import { markdownCrawl } from './crawl-markdown.ts';
import { prettyCrawl } from './crawl-pretty.ts';
import { sarifCrawl } from './crawl-sarif.ts';

const canceled = crawlResultOf({
  crawl: crawlOf({ status: 'canceled', end: null, score: null, result: null }),
  issues: [],
});

describe('json', () => {
  it('has the crawl, all issues with their findings, and pages', () => {
    const result = crawlResultOf();
    const json = JSON.parse(jsonCrawl(result));
    expect(json.crawl).toMatchObject({
      origin: 'https://shop.example',
      score: 58,
      end: 'complete',
    });
    expect(json.crawl).not.toHaveProperty('id');
    expect(json.crawl).not.toHaveProperty('website_id');
    expect(json.issues.map(({ id, status }: Record<string, string>) => [id, status])).toEqual([
      ['duplicate-titles', 'found'],
      ['meta-description', 'found'],
      ['words', 'found'],
      ['single-inlink', 'found'],
      ['orphan-pages', 'unknown'],
      ['redirect-loops', 'none'],
    ]);
    expect(json.issues[0].findings[0]).toMatchObject({ key: 'Shop', pages_count: 2 });
    expect(json.issues[1]).toMatchObject({ scope: 'page', pages_count: 3, failed_count: 2 });
    expect(json.pages.map(({ url }: { url: string }) => url)).toEqual(
      result.pages.map(({ url }) => url),
    );
    expect(json.errors).toEqual([]);
  });

  it('has all findings of an issue, not only the first ones', () => {
    const [issue = issueOf()] = crawlResultOf().issues;
    const findings = Array.from({ length: 30 }, (_, index) => ({
      summary: 'A title.',
      pages: ['https://shop.example/'],
      pagesCount: 1,
      target: null,
      key: String(index),
    }));
    const many = crawlResultOf({ issues: [{ ...issue, findings, findingsCount: 30 }] });
    expect(JSON.parse(jsonCrawl(many)).issues[0].findings).toHaveLength(30);
  });

  it('has the error of a site that could not be crawled', () => {
    expect(JSON.parse(jsonCrawl(crawlFailure))).toEqual({
      crawl: null,
      start_page_speed: null,
      issues: [],
      pages: [],
      other_urls: [],
      errors: [{ url: crawlFailure.url, ...crawlFailure.error }],
    });
  });
});

describe('csv', () => {
  const rowsOf = (text: string): Record<string, string>[] =>
    parseCsv(text, { bom: true, columns: true });

  it('has a row for each page of each finding, and one for each other page', () => {
    const rows = rowsOf(csvCrawl(crawlResultOf()));
    expect(rows.map(({ url, state, score, issue }) => [url, state, score, issue])).toEqual([
      ['https://shop.example/a', 'done', '65', 'duplicate-titles'],
      ['https://shop.example/b', 'done', '40', 'duplicate-titles'],
      ...['meta-description', 'words'].flatMap((issue) => [
        ['https://shop.example/a', 'done', '65', issue],
        ['https://shop.example/b', 'done', '40', issue],
        ['https://shop.example/', 'done', '90', issue],
      ]),
      ['https://shop.example/b', 'done', '40', 'single-inlink'],
      ['https://shop.example/gone', 'failed', '', ''],
      ['https://shop.example/old', 'redirected', '', ''],
    ]);
    expect(rows[1]).toMatchObject({ title: "'=1+1", importance: 'high', pages_count: '2' });
    expect(rows[1]).toMatchObject({ worst: 'The title is missing.' });
    expect(rows.at(-2)).toMatchObject({ http_status: '404', error: 'The status is 404.' });
  });

  it('has the error of a site that could not be crawled', () => {
    expect(rowsOf(csvCrawl(crawlFailure))).toMatchObject([
      { url: crawlFailure.url, error: 'The server refused the connection.' },
    ]);
  });
});

describe('junit', () => {
  const schema = readFileSync(new URL('../fixtures/junit.xsd', import.meta.url), 'utf8');
  const suitesOf = async (xml: string) => {
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'crawl.xml', contents: xml }],
      schema: [schema],
    });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    const parsed = await parseJunit(xml);
    if (!parsed || !('testsuite' in parsed)) throw new Error('There are no test suites.');
    return (parsed.testsuite ?? []).map((suite) => ({
      name: suite.name,
      counts: [suite.tests, suite.failures, suite.errors, suite.skipped],
      failed: suite.testcase
        ?.filter(({ failure }) => failure)
        .map((testcase) => testcase.classname),
      skipped: suite.testcase
        ?.filter(({ skipped }) => skipped)
        .map((testcase) => testcase.classname),
    }));
  };

  it('is valid: issues that matter fail, others pass, and unknown ones are skipped', async () => {
    expect(await suitesOf(junitCrawl(crawlResultOf()))).toEqual([
      {
        name: 'https://shop.example',
        counts: [6, 2, 0, 1],
        failed: ['seo.duplicate-titles', 'seo.meta-description'],
        skipped: ['seo.orphan-pages'],
      },
    ]);
  });

  it('is an error if the site was not crawled, or the crawl was stopped', async () => {
    const [suite] = await suitesOf(junitCrawl(crawlFailure));
    expect(suite?.counts).toEqual([1, 0, 1, 0]);
    const [stopped] = await suitesOf(junitCrawl(canceled));
    expect(stopped?.counts).toEqual([1, 0, 1, 0]);
  });
});

describe('sarif', () => {
  const validate = addFormatsModule
    .default(new draft4Module.default({ strict: false, unicodeRegExp: false }))
    .compile(
      JSON.parse(
        readFileSync(
          new URL(import.meta.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')),
          'utf8',
        ),
      ),
    );
  const runOf = (text: string) => {
    const log = JSON.parse(text);
    expect([validate(log), validate.errors]).toEqual([true, null]);
    return log.runs[0];
  };

  it('is valid, with a result for each finding and each check', () => {
    const { results, tool, invocations } = runOf(sarifCrawl(crawlResultOf()));
    const { rules } = tool.driver;
    expect(results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level])).toEqual([
      ['duplicate-titles', 'error'],
      ['meta-description', 'error'],
      ['words', 'warning'],
      ['single-inlink', 'warning'],
    ]);
    expect(results[1].message.text).toMatch(
      /^The meta description is missing. On 2 pages. On 1 page, it found something else. Add /,
    );
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex].id).toBe(ruleId);
    expect(results[0].locations).toHaveLength(2);
    expect(invocations[0].executionSuccessful).toBe(true);
  });

  it('has the same fingerprints on another host, and different ones for each finding', () => {
    const fingerprintsOf = (host: string): string[] =>
      runOf(
        sarifCrawl(JSON.parse(JSON.stringify(crawlResultOf()).replaceAll('shop.example', host))),
      ).results.map(
        (result: { partialFingerprints: Record<string, string> }) =>
          result.partialFingerprints['sitegradeFinding/v1'],
      );
    const live = fingerprintsOf('shop.example');
    expect(fingerprintsOf('staging.example')).toEqual(live);
    expect(new Set(live).size).toBe(live.length);
  });

  it.each([
    ['a site that could not be crawled', crawlFailure],
    ['a crawl that was stopped', canceled],
    ['a site that refused', crawlResultOf({ crawl: crawlOf({ end: 'refused' }) })],
  ])('is not successful for %s', (_, outcome) => {
    const [invocation] = runOf(sarifCrawl(outcome)).invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(invocation.toolExecutionNotifications).toHaveLength(1);
  });
});

describe('html', () => {
  it('is valid, loads nothing, and has every issue', async () => {
    const html = await htmlCrawl(crawlResultOf());
    const errors: unknown[] = [];
    parseHtml(html ?? '', { onParseError: (error) => errors.push(error) });
    expect(errors).toEqual([]);
    for (const { id, status } of crawlResultOf().issues) {
      if (status === 'found') expect(html).toContain(`id="issue-${id}"`);
    }
    for (const [, id] of html?.matchAll(/href="#([^"]*)"/g) ?? []) {
      expect(html).toContain(` id="${id}"`);
    }
    expect(html).not.toMatch(/<script|<link[^>]+stylesheet|<img/);
    expect(html).toContain('https://shop.example/gone');
  });

  it('is not written for a site that could not be crawled', async () => {
    expect(await htmlCrawl(crawlFailure)).toBeNull();
  });
});

it('markdown has the score, each issue with its pages, and the worst pages', () => {
  const text = markdownCrawl(crawlResultOf());
  expect(text).toMatch(/\n\| https<!-- -->:\/\/shop\.example \| 58 \| decent \| 3 pages checked, /);
  expect(text).toContain('<b>Every page has its own title</b>: 1 finding on 2 pages</summary>');
  expect(text).toContain('- 2 pages have the title “Shop”.\n  - https<!-- -->://shop.example/a\n');
  expect(text).toContain('- and 29 more\n');
  expect(text).toContain('<b>The page has a meta description</b>: 2 findings on 3 pages');
  const many = Array.from({ length: 11 }, () => issueOf());
  expect(markdownCrawl(crawlResultOf({ issues: many }))).toContain(
    '\n| More issues | Pages |\n| --- | ---: |\n| 2 pages have the title “Shop”. (`duplicate-titles`) | 2 |\n',
  );
  expect(text).toMatch(/\| Worst pages .*\n.*\n\| https<!-- -->:\/\/shop\.example\/b \| 40 \|/);
  expect(markdownCrawl(crawlFailure)).toContain('could not be crawled: The server refused');
});

it('llm has each finding with its fix and its pages', () => {
  const text = llmCrawl(crawlResultOf());
  expect(text).toContain('# «https://shop.example» score 58 of 100 (decent): 3 pages checked, ');
  expect(text).toContain(
    '\nhigh duplicate-titles: Every page has its own title: 1 finding\n  fix: Write a title for each page that says what only this page offers.\n  - «2 pages have the title “Shop”.»\n    «https://shop.example/a»\n    «https://shop.example/b»\n',
  );
  expect(text).toContain('\nmedium meta-description: ');
  expect(text).toContain(
    '\nfailed pages (1):\n  «https://shop.example/gone»: «The status is 404.»\n',
  );
  expect(llmCrawl(crawlFailure)).toContain('# «https://shop.example/» failed (connect_refused)\n');
});

describe('pretty', () => {
  it('has issues first, then pages and depths', () => {
    expect(prettyCrawl(crawlResultOf(), noTerminal)).toMatchInlineSnapshot(`
      "
        https://shop.example

        58 of 100  decent
        3 pages checked, 1 redirect, 1 not found, 2 blocked by robots.txt.

        Issues (4), the worst first

        ✖ 2 pages have the title “Shop”.
          duplicate-titles · high · +8.0 points · 1 finding, 2 pages
            https://shop.example/a
            https://shop.example/b
          → Write a title for each page that says what only this page offers.

        ✖ The meta description is missing.
          meta-description · medium · +3.3 points · 3 pages
            https://shop.example/a
            https://shop.example/b
          It is short.
            https://shop.example/
          → Add a <meta name="description"> that says what the page offers.

        ▲ The meta description is missing.
          words · low · +0.5 points · 3 pages
            https://shop.example/a
            https://shop.example/b
          It is short.
            https://shop.example/
          → Add a <meta name="description"> that says what the page offers.

        ▲ One page links to it.
          single-inlink · info · 30 findings, 30 pages
            https://shop.example/b
            and 29 more pages
          and 29 more findings
          → Link to the page from other pages.

        Worst pages
           40  https://shop.example/b
               The title is missing.
           65  https://shop.example/a
           90  https://shop.example/

        Failed (1)
          404  https://shop.example/gone
               The status is 404.

        Clicks from the start page  pages
           0  ██████████████████████████████  1
           1                                  0
           2  ██████████████████████████████  1
           –  ██████████████████████████████  1  not linked

        Could not be decided (1)
        The site has no sitemap.
        · Every page of the sitemap is linked

        Of 4 rules about several pages, 1 passed, 2 found issues, 1 could not be
        decided.

        58 of 100, decent, 4 issues across 3 pages: https://shop.example
        First: 2 pages have the title “Shop”.

      "
    `);
  });

  it('shows URLs once: not those that the summary or the finding before has', () => {
    const [a, b] = ['https://shop.example/a', 'https://shop.example/b'];
    const found = (summary: string, pages: readonly string[]): SiteFinding => {
      return { summary, pages, pagesCount: pages.length, target: null, key: summary };
    };
    const shown = (...findings: readonly SiteFinding[]) => {
      const issues = [issueOf({ findings, findingsCount: findings.length })];
      const [text = ''] = prettyCrawl(crawlResultOf({ issues, pages: [] }), noTerminal).split(
        ' First:',
      );
      return text.split('\n').filter((line) => line.includes(a) || line.includes(b));
    };
    expect(shown(found(`No page links to ${a}, which is new.`, [a]))).toEqual([
      `  ✖ No page links to ${a}, which is new.`,
    ]);
    expect(shown(found(`One page links to ${a}/c.`, [a]))).toEqual([
      `  ✖ One page links to ${a}/c.`,
      `      ${a}`,
    ]);
    expect(shown(found('It fails.', [a, b]), found('So does this.', [a, b]))).toHaveLength(2);
    expect(shown(found('It fails.', [a, b]), found('So does this.', [b, a]))).toHaveLength(4);
    expect(shown(found('It fails.', [a]), found('So does this.', [a, b]))).toHaveLength(3);
  });

  it('says that a crawl was stopped, and why a site was not crawled whole', () => {
    expect(prettyCrawl(canceled, noTerminal)).toContain('  ! Not the whole site was crawled:\n');
    expect(prettyCrawl(canceled, noTerminal)).toMatch(/ no score, \d pages? checked: https:/);
    const limited = crawlResultOf({ crawl: crawlOf({ end: 'max_pages' }) });
    expect(prettyCrawl(limited, noTerminal)).toMatch(/raise\s+--max-pages/);
    expect(prettyCrawl(crawlFailure, noTerminal)).toContain('connect_refused');
  });
});

it.each(['json', 'csv', 'junit', 'markdown', 'sarif', 'llm', 'pretty'] as const)(
  '%s lets no text of the site control a terminal',
  (format) => {
    const bad = '\u001b[31mred\u202e\u0007';
    const [page, ...pages] = crawlResultOf().pages;
    const outcome = crawlResultOf({
      crawl: crawlOf({ domain: bad }),
      issues: [
        issueOf({
          findings: [
            {
              summary: bad,
              pages: [`https://a.test/${bad}`],
              pagesCount: 1,
              target: bad,
              key: bad,
            },
          ],
        }),
      ],
      pages: page === undefined ? [] : [{ ...page, url: bad, title: bad, worst: null }, ...pages],
    });
    const text = {
      json: jsonCrawl,
      csv: csvCrawl,
      junit: junitCrawl,
      markdown: markdownCrawl,
      sarif: sarifCrawl,
      llm: llmCrawl,
      pretty: (given: typeof outcome) => prettyCrawl(given, noTerminal),
    }[format](outcome);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u000c\u000e-\u001f\u202e]/);
    expect(text).toContain('red');
  },
);

it('lists all that was found in one order in every format', async () => {
  const outcome = crawlResultOf();
  const found = outcome.issues.filter(({ status }) => status === 'found').map(({ id }) => id);
  const texts = {
    json: jsonCrawl(outcome),
    csv: csvCrawl(outcome),
    html: (await htmlCrawl(outcome)) ?? '',
    junit: junitCrawl(outcome),
    markdown: markdownCrawl(outcome),
    sarif: sarifCrawl(outcome),
    llm: llmCrawl(outcome),
    pretty: prettyCrawl(outcome, noTerminal),
  };
  for (const [format, text] of Object.entries(texts)) {
    const before = format === 'html' ? ' id="issue-' : '[^a-z-]';
    const positions = found.map((id) => text.search(new RegExp(`${before}${id}[^a-z-]`)));
    expect([format, positions]).toEqual([format, positions.toSorted((a, b) => a - b)]);
    expect([format, positions[0]]).not.toEqual([format, -1]);
  }
});
