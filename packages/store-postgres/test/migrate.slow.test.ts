import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownPool } from './own-pool.ts';
import { ownDatabase, ownSchema } from './own-schema.ts';

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

  it.each([
    ['', 'the search_path of this connection is empty'],
    ['missing_1,missing_2', 'the search_path of this connection is missing_1,missing_2'],
  ])('needs a schema of the search path to create in: %j', async (path, shown) => {
    const { connectionString, schema } = await ownDatabase();
    const url = new URL(connectionString);
    url.searchParams.set('options', `-c search_path=${path}`);
    const store = postgresStore({ connectionString: url.href });
    onTestFinished(() => store.close());
    await expect(store.migrate()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(
        `^There is no schema to create the tables in: ${shown}, .*CREATE SCHEMA`,
      ),
    });
    // The remedy.
    url.searchParams.set('options', `-c search_path=${schema}`);
    const other = postgresStore({ connectionString: url.href });
    onTestFinished(() => other.close());
    await expect(other.migrate()).rejects.toThrow(schema);
    const pool = new pg.Pool({ connectionString });
    onTestFinished(() => pool.end());
    await pool.query(`create schema ${schema}`);
    await other.migrate();
    const { rows } = await pool.query('select to_regclass($1) is not null as found', [
      `${schema}.sitegrade_reports`,
    ]);
    expect(rows).toEqual([{ found: true }]);
  });

  it('needs the right to create in the first schema of the search path', async () => {
    const { connectionString, schema } = await ownDatabase();
    const pool = new pg.Pool({ connectionString });
    onTestFinished(() => pool.end());
    await pool.query(`create role ${schema} login password 'password'`);
    const url = new URL(connectionString);
    url.username = schema;
    const store = postgresStore({ connectionString: url.href });
    onTestFinished(() => store.close());
    await expect(store.migrate()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(
        `The role "${schema}" may not create the tables in the schema "public"`,
      ),
    });
    await pool.query(`grant create on schema public to ${schema}`);
    await store.migrate();
  });

  it('reports a file of TLS that is missing at once, also of a pool', async () => {
    const connectionString = 'postgres://127.0.0.1:1/app?sslrootcert=/nowhere/ca.pem';
    const pool = new pg.Pool({ connectionString });
    onTestFinished(() => pool.end());
    await expect(postgresStore({ pool }).migrate()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(
        "such as sslrootcert, cannot be read: ENOENT: no such file or directory, open '/nowhere/ca.pem'",
      ),
    });
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
