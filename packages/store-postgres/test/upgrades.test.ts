import { migrate, migrations, postgresQueryBuilder, runWorkAsync } from '@sitegrade/store-kysely';
import { newReport } from '@sitegrade/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ownPool } from './own-pool.ts';

it('a later migration is applied once, to a database with rows', async () => {
  const { pool, store, schema } = await ownPool();
  const { id } = await store.reports.create(newReport());

  const builder = postgresQueryBuilder(schema);
  const table = sql.id(schema, 'sitegrade_reports');
  const later = {
    name: '9999-later',
    statements: () => [
      { compile: () => sql`alter table ${table} add column later text`.compile(builder.db) },
    ],
  };
  for (let start = 0; start < 2; start += 1) {
    await runWorkAsync(migrate(builder, [...migrations, later]), async (statement) => {
      return (await pool.query(statement.sql, [...statement.parameters])).rows;
    });
  }
  expect(await store.reports.find('owner-1', id)).toMatchObject({ id });
  const { rows } = await pool.query(`select later from ${schema}.sitegrade_reports`);
  expect(rows).toEqual([{ later: null }]);
});
