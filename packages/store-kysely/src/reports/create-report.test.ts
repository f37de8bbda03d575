import { newReport } from '@sitegrade/core/testing';
import { expect, it } from 'vitest';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork } from '../work.ts';
import { createReport } from './create-report.ts';
import { packDetails } from './report-details.ts';

it('begins again where another deletes the website in between', async () => {
  const statements: string[] = [];
  // The website is there, gone when its counters are to move, and made anew in the second round.
  const answers = [[], [], [{ id: 2 }], [{ id: 2 }], [], [{ id: 9 }], []];
  const details = await packDetails(newReport());
  const work = createReport(sqliteQueryBuilder(), newReport(), details);
  const report = runWork(work, ({ sql }) => {
    statements.push(sql.split('"').slice(0, 2).join('').trim());
    return answers[statements.length - 1] ?? [];
  });
  expect(report).toMatchObject({ id: 9, websiteId: 2 });
  expect(statements).toEqual([
    'insert into sitegrade_websites',
    'update sitegrade_websites',
    'insert into sitegrade_websites',
    'update sitegrade_websites',
    'insert into sitegrade_owner_totals',
    'insert into sitegrade_reports',
    'insert into sitegrade_report_details',
  ]);
});
