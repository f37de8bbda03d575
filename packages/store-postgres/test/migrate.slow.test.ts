import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownPool } from './own-pool.ts';
import { ownSchema } from './own-schema.ts';

describe('migrate', () => {
  it('D03: refuses a database of a newer version that it does not work with, and changes nothing', async () => {
    const { pool, store, schema } = await ownPool();
    await pool.query(`insert into ${schema}.sitegrade_migrations (name, works_with, indexes_built)
      values ('9999-newer', '9999-newer', 1)`);
    await pool.query(`drop table ${schema}.sitegrade_guesses`);
    await expect(store.migrate()).rejects.toThrow('9999-newer');
    const { rows } = await pool.query('select to_regclass($1) as found', [
      `${schema}.sitegrade_guesses`,
    ]);
    expect(rows).toEqual([{ found: null }]);
  });

  it('is required: without it an error names it', async () => {
    const store = postgresStore(ownSchema());
    onTestFinished(() => store.close());
    await expect(store.reports.create(newReport())).rejects.toThrow('store.migrate()');
    await expect(store.reports.find('owner-1', 1)).rejects.toThrow('store.migrate()');
  });

  it('refuses a database in another encoding', async () => {
    const { connectionString, schema } = ownSchema();
    const pool = new pg.Pool({ connectionString });
    onTestFinished(() => pool.end());
    await pool.query(`create database ${schema} encoding 'LATIN1' locale 'C' template template0`);
    const url = new URL(connectionString);
    url.pathname = `/${schema}`;
    const store = postgresStore({ connectionString: url.href });
    onTestFinished(() => store.close());
    await expect(store.migrate()).rejects.toThrow('LATIN1');
  });

  it('creates a schema of any name', async () => {
    const { connectionString } = ownSchema();
    const schema = `odd "name"; é ${Date.now()}`;
    const store = postgresStore({ connectionString, schema });
    onTestFinished(() => store.close());
    await store.migrate();
    expect(await store.reports.create(newReport())).toMatchObject({ id: 1 });
  });
});
