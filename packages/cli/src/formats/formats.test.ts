import { readFileSync } from 'node:fs';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft4Module from 'ajv-draft-04';
import addFormatsModule from 'ajv-formats';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseJunit } from 'junit2json';
import { parse as parseHtml } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { run } from '../fixtures/run.ts';
import { closedPort } from '../fixtures/serve.ts';

const addFormats = addFormatsModule.default;
const AjvDraft4 = draft4Module.default;

let site: SampleSite;
let urls: readonly string[];
beforeAll(async () => {
  site = await startSampleSite();
  urls = [`${site.url}/`, `${site.url}/guestbook`, `http://127.0.0.1:${await closedPort()}/`];
});
afterAll(() => site.close());

/** The reports of two pages and of one that fails. */
async function write(format: string, given = urls): Promise<string> {
  const { exitCode, stdout } = await run([...given, '--format', format]);
  expect(exitCode).toBe(given === urls ? 3 : 0);
  return stdout;
}

interface Report {
  readonly url: string;
  readonly score: number;
  readonly result: string;
  readonly fix_first: readonly string[];
  readonly checks: Readonly<Record<string, { status: string; summary: string; title: string }>>;
}

/** The reports as JSON, to compare another format with. */
const asJson = async (): Promise<readonly Report[]> => JSON.parse(await write('json')).reports;

/** Reads a JSON file of the repository or of a package. */
const readJson = (file: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(file)), 'utf8'));

describe('json', () => {
  it('has reports that match the schema of the HTTP API', async () => {
    const document = readJson('../../../../docs/openapi.json');
    const serverFields = [
      ...['id', 'website_id', 'previous', 'changes', 'share_url'],
      ...['score_accepted', 'accepted', 'accepted_checks', 'fingerprints'],
    ];
    const { schemas } = document.components;
    const parts = [schemas.Report, ...(schemas.Report.allOf ?? [])];
    for (const part of parts) {
      if (Array.isArray(part.required)) {
        part.required = part.required.filter((name: string) => !serverFields.includes(name));
      }
    }
    const ajv = addFormats(new Ajv2020({ strict: false }));
    ajv.addSchema(document, 'openapi');
    const validate = ajv.getSchema('openapi#/components/schemas/Report');
    if (!validate) throw new Error('The document has no schema of reports.');
    const reports = await asJson();
    expect(reports).toHaveLength(2);
    for (const report of reports) {
      expect([validate(report), validate.errors]).toEqual([true, null]);
      for (const name of serverFields) expect(report).not.toHaveProperty(name);
    }
    expect(validate({ ...reports[0], score: 'high' })).toBe(false);
  });
});

describe('csv', () => {
  it('has a row for each check of each page, and one for a page that failed', async () => {
    const rows: Record<string, string>[] = parseCsv(await write('csv'), {
      bom: true,
      columns: true,
    });
    const reports = await asJson();
    const expected = reports.flatMap(({ url, score, checks }) =>
      Object.entries(checks).map(([id, { status }]) => [url, String(score), id, status, '']),
    );
    expect(
      rows.map(({ url, score, id, status, error }) => [url, score, id, status, error]),
    ).toEqual([...expected, [urls[2], '', '', '', 'The server refused the connection.']]);
    expect(rows.find(({ id, url }) => id === 'image-alt' && url === urls[1])?.evidence).toMatch(
      /^8:1 <img src="\/wheel.svg">\n8:23 /,
    );
  });
});

describe('junit', () => {
  it('is valid, with a test case for each check', async () => {
    const xml = await write('junit');
    const schema = readFileSync(new URL('../fixtures/junit.xsd', import.meta.url), 'utf8');
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'report.xml', contents: xml }],
      schema: [schema],
    });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });

    const parsed = await parseJunit(xml);
    if (!parsed || !('testsuite' in parsed)) throw new Error('There are no test suites.');
    const reports = await asJson();
    const count = (report: Report, ...statuses: readonly string[]) =>
      Object.values(report.checks).filter(({ status }) => statuses.includes(status)).length;
    expect(
      parsed.testsuite?.map((suite) => ({
        name: suite.name,
        tests: suite.tests,
        cases: suite.testcase?.length,
        failures: suite.failures,
        failed: suite.testcase?.filter(({ failure }) => failure !== undefined).length,
        skipped: suite.testcase?.filter(({ skipped }) => skipped !== undefined).length,
        errors: suite.errors,
      })),
    ).toEqual([
      ...reports.map((report) => ({
        name: report.url,
        tests: Object.keys(report.checks).length,
        cases: Object.keys(report.checks).length,
        failures: count(report, 'fail'),
        failed: count(report, 'fail'),
        skipped: count(report, 'na', 'error'),
        errors: 0,
      })),
      { name: urls[2], tests: 1, cases: 1, failures: 0, failed: 0, skipped: 0, errors: 1 },
    ]);
    expect(xml).toContain('<failure message="The page has no &lt;title&gt;." type="fail">');
  });
});

describe('sarif', () => {
  const validate = addFormats(new AjvDraft4({ strict: false, unicodeRegExp: false })).compile(
    readJson('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
  );

  it('is valid, with a result for each location of a finding', async () => {
    const log = JSON.parse(await write('sarif'));
    expect([validate(log), validate.errors]).toEqual([true, null]);
    const [{ results, tool, invocations }] = log.runs;
    const alt = results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'image-alt');
    expect(alt).toHaveLength(3);
    expect(alt[0]).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: urls[1] },
            region: { startLine: 8, startColumn: 1, snippet: { text: '<img src="/wheel.svg">' } },
          },
        },
      ],
    });
    const fingerprints = results.map(
      (result: { partialFingerprints: Record<string, string> }) =>
        result.partialFingerprints['sitegradeFinding/v1'],
    );
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
    const { rules } = tool.driver;
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex].id).toBe(ruleId);
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'The server refused the connection.' } }],
    });
    const good = JSON.parse(await write('sarif', urls.slice(0, 1)));
    expect(good.runs[0].invocations[0].executionSuccessful).toBe(true);
    expect(validate({ ...log, version: '2.0.0' })).toBe(false);
  });
});

it('html is valid, and has every check', async () => {
  const html = await write('html', urls.slice(1, 2));
  const errors: unknown[] = [];
  parseHtml(html, { onParseError: (error) => errors.push(error) });
  expect(errors).toEqual([]);
  const report = (await asJson())[1];
  for (const id of Object.keys(report?.checks ?? {})) expect(html).toContain(`id="check-${id}"`);
});

it('markdown has a table of the pages, and their findings', async () => {
  const text = await write('markdown');
  const reports = await asJson();
  const cells = text.split('\n').filter((line) => line.startsWith('| http'));
  expect(cells).toHaveLength(3);
  reports.forEach(({ score, result }, index) => {
    expect(cells[index]).toContain(` | ${score} | ${result} | `);
  });
  expect(cells[2]).toMatch(/ \| – \| failed \| The server refused the connection\. \|$/);
  expect(text).toContain('- ❌ **The page has no &lt;title&gt;.** (`title`, +12 points)');
  expect(text).toContain('  - 8:1 `<img src="/wheel.svg">`');
  expect(text).toContain('could not be analysed: The server refused the connection.');
});

it('llm has each finding with its fix, its locations and fingerprints', async () => {
  const text = await write('llm');
  const report = (await asJson())[1];
  expect(text).toContain(`# «${urls[1]}» score ${report?.score} of 100 (bad)\n`);
  for (const [id, { status }] of Object.entries(report?.checks ?? {})) {
    if (status === 'fail') expect(text).toContain(`\nfail ${id} +`);
  }
  expect(text).toMatch(
    /\nfail image-alt \+\d.*: «3 of 3 images have no alternative text\.»\n {2}fix: .*\n {2}at 8:1 «<img src="\/wheel\.svg">» \[[0-9a-f]{16}\]\n/,
  );
  expect(text).toContain(
    `# «${urls[2]}» failed (connect_refused)\n«The server refused the connection.»\n`,
  );
});
