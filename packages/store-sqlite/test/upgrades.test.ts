import { migrate, migrations, runWork, sqliteQueryBuilder } from '@sitegrade/store-kysely';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { statementCache } from '../src/statement-cache.ts';

it('a later migration is applied once, to a database with rows', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const { id } = await store.reports.create(newReport());

  const builder = sqliteQueryBuilder();
  const later = {
    name: '9999-later',
    worksWith: '0001-first-tables',
    largeIndexes: [
      { name: 'later_index', table: 'sitegrade_reports', columns: ['later'], where: 'later > 0' },
    ],
    statements: () => [
      {
        compile: () => sql`alter table sitegrade_reports add column later text`.compile(builder.db),
      },
    ],
  };
  for (let start = 0; start < 2; start += 1) {
    runWork(migrate(builder, [...migrations, later]), statementCache(database));
  }
  expect(await store.reports.find('owner-1', id)).toMatchObject({ id });
  expect(database.prepare('select later from sitegrade_reports').all()).toEqual([{ later: null }]);
  expect(
    database
      .prepare('select later from sitegrade_reports indexed by later_index where later > 0')
      .all(),
  ).toEqual([]);
  // The version before, which still runs, starts again and works.
  await store.migrate();
  expect(await store.reports.create(newReport())).toMatchObject({ id: id + 1 });
});
