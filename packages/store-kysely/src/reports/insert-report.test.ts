import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork, type Work } from '../work.ts';
import { insertReport, insertReportOnce } from './insert-report.ts';
import { insertValues } from './insert-values.ts';
import { packReport } from './report-details.ts';

type Builder = ReturnType<typeof sqliteQueryBuilder>;
type Claim = Parameters<typeof insertReportOnce>[3];

/** Inserts a report into a database with these results, and returns its statements, each with how it is run. */
async function statementsFor(
  builder: Builder,
  results: readonly (readonly unknown[])[],
  given: { readonly report?: NewReport; readonly claim?: Claim } = {},
) {
  const { report = newReport(), claim } = given;
  const statements: string[] = [];
  const run =
    (how: string) =>
    async <Result>(begin: () => Work<Result>): Promise<Result> =>
      runWork(begin(), ({ sql }) => {
        statements.push(`${how}: ${sql.replaceAll('"', '')}`);
        return results[statements.length - 1] ?? [];
      });
  const writer = { write: run('transaction'), writeStatement: run('alone') };
  const made = await (claim
    ? insertReportOnce(builder, writer, report, claim)
    : insertReport(builder, writer, report));
  return { made, statements };
}

/** How a statement is run, and its first words. */
const firstWords = (statement: string) => statement.split(' ').slice(0, 4).join(' ');

const insertedAtOnce = [{ id: 9, website_id: 2, has_texts: true }];
const attempt = { ownerId: 'owner-1', key: 'k', token: 't', expiresAt: new Date() };

it.each<[string, Claim | undefined]>([
  ['', undefined],
  [' for a job', { jobId: 3, token: 't' }],
  [' for a request with a key', attempt],
])('on Postgres is one statement without a transaction%s', async (_name, claim) => {
  const builder = postgresQueryBuilder();
  const { made, statements } = await statementsFor(builder, [insertedAtOnce], claim && { claim });
  expect(made).toMatchObject({ id: 9, websiteId: 2 });
  expect(statements.map(firstWords)).toEqual(['alone: with claim as']);
});

it('on Postgres locks what all reports of an owner share last', async () => {
  const given = { claim: { jobId: 3, token: 't' } };
  const { statements } = await statementsFor(postgresQueryBuilder(), [insertedAtOnce], given);
  const parts = statements[0]?.matchAll(
    /(\w+) as \((?:insert into|update) (\w+).*? from ((?:claim|website|report|details|ended|totals)\b(?:, \w+)?)/gs,
  );
  expect([...(parts ?? [])].map(([, part, table, from]) => [part, table, from])).toEqual([
    ['website', 'sitegrade_websites', 'claim'],
    ['report', 'sitegrade_reports', 'website'],
    ['details', 'sitegrade_report_details', 'report'],
    ['ended', 'sitegrade_jobs', 'details'],
    ['outbox', 'sitegrade_outbox', 'ended'],
    ['totals', 'sitegrade_owner_totals', 'website, ended'],
    ['lane', 'sitegrade_lanes', 'totals'],
  ]);
});

it('on Postgres inserts nothing for a job that has ended', async () => {
  const nothing = [{ id: null, website_id: null, has_texts: true }];
  const given = { claim: { jobId: 3, token: 't' } };
  const { made, statements } = await statementsFor(postgresQueryBuilder(), [nothing], given);
  expect(made).toBeUndefined();
  expect(statements).toHaveLength(1);
});

it('on SQLite inserts a website only if there is none', async () => {
  const rest = [
    'transaction: insert into sitegrade_owner_totals',
    'transaction: insert into sitegrade_reports',
    'transaction: insert into sitegrade_report_details',
    'transaction: select id from',
    'transaction: insert into sitegrade_outbox',
  ];
  const inserted = [[{ id: 2 }], [], [{ id: 9 }], [], [{ id: 'texts' }]];
  const known = [[{ id: 2, replaced_score: 50 }], ...inserted];
  const made = [[], ...inserted];
  const wordsFor = async (results: readonly (readonly unknown[])[]) =>
    (await statementsFor(sqliteQueryBuilder(), results)).statements.map(firstWords);
  expect(await wordsFor(known)).toEqual([
    'transaction: select id, (select',
    'transaction: update sitegrade_websites set',
    ...rest,
  ]);
  expect(await wordsFor(made)).toEqual([
    'transaction: select id, (select',
    'transaction: insert into sitegrade_websites',
    ...rest,
  ]);
});

it('writes the scores of categories, and null for what was not evaluated or is unknown', async () => {
  const report = newReport();
  const { seo, ...categories } = report.categories;
  const accessibility = { ...seo, score: 61 };
  const details = await packReport(report);
  expect(insertValues(report, details)).toMatchObject({
    seo_score: 80,
    accessibility_score: 96,
    performance_score: 75,
    security_score: null,
    miscellaneous_score: 100,
  });
  const later = { ...report, categories: { ...categories, accessibility } as never };
  expect(insertValues(later, details)).toMatchObject({ seo_score: null, accessibility_score: 61 });
});

it('on SQLite stores texts with the first report that needs them', async () => {
  const report = withRuleset(newReport());
  const before = [[{ id: 2, replaced_score: null }], [{ id: 2 }], [], [{ id: 9 }], []];
  const textsOf = async (found: readonly unknown[]) => {
    const results = [...before, found];
    const { statements } = await statementsFor(sqliteQueryBuilder(), results, { report });
    return statements.filter((text) => text.includes('insert into sitegrade_ruleset_texts')).length;
  };
  expect(await textsOf([])).toBe(1);
  expect(await textsOf([{ texts: '' }])).toBe(0);
});

it('on Postgres stores texts first, in one transaction with the first report that needs them', async () => {
  const report = withRuleset(newReport());
  const missing = [{ id: null, website_id: null, has_texts: false }];
  const results = [missing, [], insertedAtOnce];
  const { made, statements } = await statementsFor(postgresQueryBuilder(), results, { report });
  expect(made).toMatchObject({ id: 9 });
  expect(statements.map(firstWords)).toEqual([
    'alone: with claim as',
    'transaction: insert into sitegrade_ruleset_texts',
    'transaction: with claim as',
  ]);
});

/** The report, with the checks of a ruleset with which it agrees. */
function withRuleset(report: NewReport): NewReport {
  const rulesetChecks = Object.entries(report.checks).map(([id, result]) => {
    const { category, importance, title, source, weight } = result;
    const advice = result.advice ?? '';
    return { id, category, importance, title, source, weight, advice, family: null };
  });
  return { ...report, rulesetChecks };
}
