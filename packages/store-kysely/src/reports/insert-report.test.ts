import type { CheckInfo } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork } from '../work.ts';
import { insertReport } from './insert-report.ts';
import { insertValues } from './insert-values.ts';
import { packReport } from './report-details.ts';

async function statementsFor(
  builder: ReturnType<typeof sqliteQueryBuilder>,
  results: readonly (readonly unknown[])[],
) {
  const statements: string[] = [];
  const details = await packReport(newReport());
  const report = runWork(insertReport(builder, newReport(), details), ({ sql }) => {
    statements.push(sql.replaceAll('"', '').split(' ').slice(0, 3).join(' '));
    return results[statements.length - 1] ?? [];
  });
  expect(report).toMatchObject({ id: 9, websiteId: 2 });
  return statements;
}

it('on Postgres locks the website, and is one statement then', async () => {
  const results = [[{ id: 2, is_new: 0 }], [{ id: 9, website_id: 2, has_texts: true }]];
  const statements = await statementsFor(postgresQueryBuilder(), results);
  expect(statements).toEqual(['insert into sitegrade_websites', 'with latest as']);
});

it('on SQLite inserts a website only if there is none', async () => {
  const rest = [
    'insert into sitegrade_owner_totals',
    'insert into sitegrade_reports',
    'insert into sitegrade_report_details',
    'select id from',
  ];
  const inserted = [[{ id: 2 }], [], [{ id: 9 }], [], [{ id: 'texts' }]];
  const known = [[{ id: 2, replaced_score: 50 }], ...inserted];
  const made = [[], ...inserted];
  expect(await statementsFor(sqliteQueryBuilder(), known)).toEqual([
    'select id, (select',
    'update sitegrade_websites set',
    ...rest,
  ]);
  expect(await statementsFor(sqliteQueryBuilder(), made)).toEqual([
    'select id, (select',
    'insert into sitegrade_websites',
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

it.each([
  { database: 'Postgres', builder: postgresQueryBuilder(), before: [[{ id: 2, is_new: 0 }]] },
  {
    database: 'SQLite',
    builder: sqliteQueryBuilder(),
    before: [[{ id: 2, replaced_score: null }], [{ id: 2 }], [], [{ id: 9 }], []],
  },
])('on $database stores texts with the first report that needs them', async (given) => {
  const { builder, before, database } = given;
  const report = newReport();
  const rulesetChecks = checksOf(report);
  const details = await packReport({ ...report, rulesetChecks });
  const inserted = (hasTexts: boolean) =>
    database === 'SQLite'
      ? hasTexts
        ? [{ texts: '' }]
        : []
      : [{ id: 9, website_id: 2, has_texts: hasTexts }];
  const textsInserts = (hasTexts: boolean) => {
    const results = [...before, inserted(hasTexts)];
    const statements: string[] = [];
    runWork(insertReport(builder, report, details), ({ sql }) => {
      statements.push(sql);
      return results[statements.length - 1] ?? [];
    });
    return statements.filter((sql) => sql.startsWith('insert into "sitegrade_ruleset_texts"'))
      .length;
  };
  expect(textsInserts(false)).toBe(1);
  expect(textsInserts(true)).toBe(0);
});

/** The checks of a ruleset with which this report agrees. */
function checksOf({ checks }: NewReport): readonly CheckInfo[] {
  return Object.entries(checks).map(([id, result]) => {
    const { category, importance, title, source, weight } = result;
    const advice = result.advice ?? '';
    return { id, category, importance, title, source, weight, advice, family: null };
  });
}
