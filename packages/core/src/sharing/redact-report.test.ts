import { countWork } from '@sitegrade/audit/for-tests';
import { newReport, newShape } from '@sitegrade/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CrawlPageSummary } from '../store/crawl.ts';
import type { CrawlFolder } from '../store/crawl-shape.ts';
import type { Report } from '../store/report.ts';
import {
  redactCrawlPage,
  redactionOf,
  redactReport,
  redactReportInSlices,
  redactReportSummary,
  redactShape,
} from './redact-report.ts';

const sample = newReport();
const report: Report = { ...sample, id: 1, websiteId: 2, categoryScores: {} as never };

/** The report with texts in every place that can quote the page. */
function withTexts(url: string, text: string): Report {
  const [id = '', check] = Object.entries(report.checks)[0] ?? [];
  const redirect = { url, status: 301, location: url, ms: 1 };
  return {
    ...report,
    url,
    finalUrl: url,
    title: text,
    gates: [{ check: null, cap: 49, reason: text }],
    partialReasons: [text],
    checks: {
      [id]: {
        ...check,
        summary: text,
        advice: text,
        value: { [text]: [text, { a: text }], b: 1, c: null, d: true },
        evidence: [{ kind: 'html', text, line: 1, column: 2 }],
      } as Report['checks'][string],
    },
    page: {
      ...report.page,
      language: text,
      searchResult: { title: text, url: text, description: text },
      redirects: [redirect],
      notes: [text],
    },
  };
}

const names = ['token', 'api_key', 'X-Amz-Signature', 'password', 'sid', 'code'];
/** Letters that need no encoding, so that finding them is a leak. */
const secrets = fc.stringMatching(/^[A-Za-z0-9._-]{8,40}$/);

it('leaves no value of a secret parameter, wherever it occurs', () => {
  const signs = fc.constantFrom('?', '?a=b&', '#', '?next=%3F', '?next=a%253Fb%3D1%2526');
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      secrets,
      fc.string({ maxLength: 20 }),
      signs,
      (name, secret, around, sign) => {
        // Other texts of the report must not contain it by chance.
        fc.pre(!JSON.stringify(report).includes(secret));
        const url = `https://example.com/a${sign}${name}=${secret}`;
        const texts = [
          `${around} ${url} ${around}`,
          `<a href="${url}&amp;b=c">`,
          `/a?${name}=${secret}`,
          `The value ${secret} is ${around}`,
        ];
        for (const text of texts) {
          const clean = JSON.stringify(redactReport(withTexts(url, text)));
          expect(clean).not.toContain(secret);
          expect(clean).toContain('[redacted]');
        }
      },
    ),
  );
});

it('leaves no value that a redirect added, and no key of a well-known format', () => {
  const location = 'https://login.example/?session=0123456789abcdef';
  const redirects = [{ url: 'https://example.com/', status: 302, location, ms: 1 }];
  const given = withTexts('https://example.com/', 'id 0123456789abcdef, AKIAIOSFODNN7EXAMPLE');
  const clean = redactReport({ ...given, page: { ...given.page, redirects } });
  expect(JSON.stringify(clean)).not.toMatch(/0123456789abcdef|AKIAIOSFODNN7EXAMPLE/);
});

it('redacts keys in the path of a URL', () => {
  const url = 'https://example.com/a/sk_live_a1B2a1B2a1B2a1B2/b?c=d';
  expect(redactReport(withTexts(url, '')).url).toBe('https://example.com/a/[redacted]/b?c=d');
});

it('changes nothing else, and not the report itself', () => {
  const texts = ['', 'Tokens & keys', 'https://example.com/?a=b&page=2', '3 < 4 = 5', '{"a":"b"}'];
  for (const text of texts) {
    const given = withTexts('https://example.com/?q=words#top', text);
    const copy = structuredClone(given);
    expect(redactReport(given)).toEqual(copy);
    expect(given).toEqual(copy);
  }
});

it('does not change the keys and states of a report that are equal to a secret', () => {
  const url = 'https://example.com/?token=performance&code=transferBytes';
  const { checks, categories, page, ...rest } = redactReport({ ...report, url, finalUrl: url });
  expect(Object.keys(categories)).toEqual(Object.keys(report.categories));
  expect(Object.keys(page)).toEqual(Object.keys(report.page));
  expect(checks).toEqual(report.checks);
  expect(rest.url).toBe('https://example.com/?token=[redacted]&code=[redacted]');
});

it('redacts twice as once', () => {
  const url = 'https://example.com/?token=abcdefgh&a=b';
  const once = redactReport(withTexts(url, `see ${url} and abcdefgh`));
  expect(redactReport(once)).toEqual(once);
});

it('does little work for a hostile number of parameters', () => {
  const location = `https://example.com/?${'token=12345678&'.repeat(130)}`;
  const redirects = Array.from({ length: 20 }, (_, index) => {
    const url = location.replaceAll('12345678', () => `${index}-${Math.random()}`.slice(0, 10));
    return { url, status: 302, location: url, ms: 1 };
  });
  const given = withTexts(
    'https://example.com/?token=requested-secret',
    'requested-secret '.repeat(20_000),
  );
  let clean: unknown;
  const work = countWork(() => {
    clean = redactReport({ ...given, page: { ...given.page, redirects } });
  });
  // More than it does, and far less than without a limit.
  expect(work).toBeLessThan(1_300_000_000);
  expect(JSON.stringify(clean)).not.toContain('requested-secret');
});

it('lets other requests run while a large report is redacted', async () => {
  let now = 0;
  // Each look at the clock is 5 ms later, so that a slice ends every few checks.
  const monotonicMs = () => {
    now += 5;
    return now;
  };
  let rounds = 0;
  const count = () => {
    rounds += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const [check] = Object.values(report.checks);
  const names = Array.from({ length: 50 }, (_, index) => `check-${index}`);
  const given = {
    ...withTexts('https://example.com/?token=abcdefgh', 'see abcdefgh'),
    checks: Object.fromEntries(names.map((name) => [name, { ...check, summary: 'see abcdefgh' }])),
  } as Report;
  const clean = await redactReportInSlices({ monotonicMs }, given);
  clearImmediate(timer);
  expect(rounds).toBeGreaterThan(10);
  expect(clean).toEqual(redactReport(given));
});

it('redacts the texts of a report in a list', () => {
  const url = 'https://example.com/?token=abcdefgh';
  const { id, websiteId, domain, score, result, categoryScores, httpStatus, createdAt } = report;
  const others = { id, websiteId, domain, score, result, categoryScores, httpStatus, createdAt };
  const summary = { ...others, shareToken: 'x', url, finalUrl: url, title: 'abcdefgh!' };
  const clean = 'https://example.com/?token=[redacted]';
  expect(redactReportSummary(summary)).toEqual({
    ...summary,
    url: clean,
    finalUrl: clean,
    title: '[redacted]!',
  });
  expect(redactReportSummary({ ...summary, title: null }).title).toBeNull();
});

it('redacts the texts of a page of a crawl in a list', () => {
  const url = 'https://example.com/?token=abcdefgh';
  const page = { id: 1, url, location: null, title: 'abcdefgh!', worst: 'The title is abcdefgh.' };
  expect(redactCrawlPage(page as CrawlPageSummary)).toEqual({
    ...page,
    url: 'https://example.com/?token=[redacted]',
    title: '[redacted]!',
    worst: 'The title is [redacted].',
  });
  const location = '/?key=ijklmnop';
  expect(
    redactCrawlPage({ ...page, title: 'ijklmnop', worst: null, location } as CrawlPageSummary),
  ).toMatchObject({ title: '[redacted]', worst: null, location: '/?key=[redacted]' });
});

it('redacts a secret that a text ends within, unless hardly any of it is known', () => {
  const redact = redactionOf(['https://example.com/?token=abcdefghijklmnop']);
  expect(redact('https://other.example/x/abcdefghijk')).toBe('https://other.example/x/[redacted]');
  expect(redact('It is abcdefgh…')).toBe('It is [redacted]…');
  expect(redact('It is abcdefg')).toBe('It is abcdefg');
  expect(redact('abcdefghx')).toBe('abcdefghx');
  expect(redact('abcdefghijklmnop and abcdefghij')).toBe('[redacted] and [redacted]');
});

it('redacts the names of folders', () => {
  const folder = (name: string | null, folders: readonly CrawlFolder[] = []) => ({
    name,
    pages: 2,
    scoreSum: 100,
    folders,
  });
  const root = folder('', [
    folder('sk_live_abcdefghijklmnop1234', [folder('x;token=SECRETSECRET')]),
    folder(null),
  ]);
  const clean = redactShape(newShape({ root })).root;
  expect(clean.folders.map(({ name }) => name)).toEqual(['[redacted]', null]);
  expect(clean.folders[0]?.folders[0]?.name).toBe('x;token=[redacted]');
  expect(clean).toMatchObject({ name: '', pages: 2, scoreSum: 100 });
});
