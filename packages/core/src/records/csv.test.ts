import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { csvFile, csvLine } from './csv.ts';
import { reportChecksCsv, reportColumns } from './report-csv.ts';
import { reportSummaryRecord } from './report-record.ts';
import { declaredWebsite, websiteRecord } from './website-record.ts';

describe('csvLine', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['with space ', 'with space '],
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['"', '""""'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['a\rb', '"a\rb"'],
    ['日本語 \u{1F600}', '日本語 \u{1F600}'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://evil.test","x")', '"\'=HYPERLINK(""http://evil.test"",""x"")"'],
    ['\n=1', '"\'\n=1"'],
    ['\0=1', "'\0=1"],
    ['\n', '"\'\n"'],
    [' =1', "' =1"],
    ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
    ['\ufeff\u200b=1', "'\ufeff\u200b=1"],
    [' ＝1', "' ＝1"],
    ['— a dash', '— a dash'],
    ['≠1', '≠1'],
    ['１+1', '１+1'],
    [' ', ' '],
    ["'=1", "'=1"],
    ['a=1', 'a=1'],
    [-1.5, '-1.5'],
    [0, '0'],
    [1e21, '1e+21'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
  ])('writes %j as %j', (value, cell) => {
    expect(csvLine([value])).toBe(`${cell}\r\n`);
  });

  it('escapes full-width, small, raised and lowered operators', () => {
    for (const sign of '＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−﬩')
      expect(csvLine([`${sign}1`])).toBe(`'${sign}1\r\n`);
  });

  it('separates values with commas', () => {
    expect(csvLine([1, 'a,b', null, '-'])).toBe('1,"a,b",,\'-\r\n');
  });
});

it('csvFile starts with a byte order mark and the names of the columns', () => {
  const columns = { one: (row: number) => row, other: () => 'ü' };
  expect(csvFile(columns, [1, -2])).toBe('\ufeffone,other\r\n1,ü\r\n-2,ü\r\n');
  expect(csvFile(columns, [])).toBe('\ufeffone,other\r\n');
});

/** The fields of a record as columns: of nested ones with joined names. */
function flat(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'object') return [];
      if (typeof value !== 'object' || value === null) return [[name, value]];
      return Object.entries(value).map(([inner, part]) => [
        name === 'category_scores' ? `${inner}_score` : `${name}_${inner}`,
        part,
      ]);
    }),
  );
}

const valuesOf = <Row>(columns: Readonly<Record<string, (row: Row) => unknown>>, row: Row) =>
  Object.entries(columns).map(([name, read]) => [name, read(row)]);

describe('the columns', () => {
  it('of reports are the fields of their record', async () => {
    const report = await memoryStore().reports.create(newReport());
    expect(valuesOf(reportColumns, report)).toEqual(
      Object.entries(flat(reportSummaryRecord(report))),
    );
  });

  it('of websites are the fields of their record, and empty without a report', async () => {
    const store = memoryStore();
    const { ownerId } = newReport();
    const { id, websiteId } = await store.reports.create(newReport());
    const website = await store.websites.find(ownerId, websiteId);
    if (website === undefined) throw new Error('There is no website.');
    expect(valuesOf(declaredWebsite.columns, website)).toEqual(
      Object.entries(flat(websiteRecord(website))).filter(([name]) => name !== 'share_url'),
    );
    await store.reports.delete(ownerId, id);
    const empty = await store.websites.find(ownerId, websiteId);
    if (empty === undefined) throw new Error('There is no website.');
    expect(Object.fromEntries(valuesOf(declaredWebsite.columns, empty))).toMatchObject({
      latest_report_id: null,
      latest_report_created_at: null,
      reports_avg_score: null,
    });
  });
});

it('reportChecksCsv has a line for each check, with its evidence', () => {
  const check = {
    category: 'seo',
    importance: 'low',
    status: 'warn',
    title: 'The title fits',
    summary: 'It has "7" characters.',
    value: null,
    sampled: false,
    evidence: [
      { kind: 'html', text: '<title>\n  Pricing\r\n</title>', line: 4, column: 5 },
      { kind: 'robots', text: 'Disallow: /', line: 2 },
      { kind: 'url', text: 'https://example.com/' },
    ],
    advice: null,
    source: 'https://example.com/rule',
    weight: 1.5,
    points: 0.5,
    deduction: 0.77,
    gain: 0.5,
  } as const;
  const url = {
    ...check,
    evidence: [],
    status: 'pass',
    advice: '=1',
    deduction: 0,
    gain: 0,
  } as const;
  const lines = [
    '\ufeffid,category,importance,status,title,summary,advice,source,deduction,gain,evidence',
    'title-length,seo,low,warn,The title fits,"It has ""7"" characters.",,https://example.com/rule,0.77,0.5,"4:5 <title> Pricing </title>\n2 Disallow: /\nhttps://example.com/"',
    `url,seo,low,pass,The title fits,"It has ""7"" characters.",'=1,https://example.com/rule,0,0,`,
  ];
  expect(reportChecksCsv({ checks: { 'title-length': check, url } })).toBe(
    `${lines.join('\r\n')}\r\n`,
  );
});
