import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { newApiKey } from './new-api-key.ts';
import { ownPool } from './own-pool.ts';
import { ownSchema } from './own-schema.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;

describe('a pool of the host', () => {
  it('stays open when the store closes, and gets every connection back', async () => {
    const { pool, store } = await ownPool({ max: 1 });
    const { id } = await store.reports.create(newReport());
    await expect(store.apiKeys.insert(newApiKey({ ownerId: 'a\0b' }))).rejects.toThrow();
    expect(await store.reports.find(ownerId, id)).toMatchObject({ id });
    expect(await store.reports.list(ownerId, query)).toMatchObject({ total: 1 });
    await store.close();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it('may have its own parsers of values', async () => {
    const { store } = await ownPool({
      types: { getTypeParser: () => (value: string) => `host’s ${value}` },
    });
    const given = newApiKey();
    const report = await store.reports.create(newReport());
    expect(await store.reports.find(ownerId, report.id)).toEqual(report);
    const key = await store.apiKeys.insert(given);
    const found = await store.apiKeys.findByDigest(given.digest);
    expect(found).toEqual({ ...key, digest: given.digest });
  });

  it('may have its own settings', async () => {
    const { store } = await ownPool({
      options: [
        '-c default_transaction_isolation=serializable',
        '-c default_transaction_read_only=off',
        '-c timezone=Pacific/Kiritimati',
        '-c datestyle=german',
        '-c bytea_output=escape',
        '-c standard_conforming_strings=on',
      ].join(' '),
    });
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.reports.create(newReport({ score: index }))),
    );
    expect(await store.reports.list(ownerId, query)).toMatchObject({ total: made.length });
    const given = newApiKey({ expiresAt: new Date('9999-12-31T23:59:59.999Z') });
    const key = await store.apiKeys.insert(given);
    const found = await store.apiKeys.findByDigest(given.digest);
    expect(found).toEqual({ ...key, digest: given.digest });
  });

  it('may have the schema of the tables in its search path', async () => {
    const { connectionString, schema } = ownSchema();
    const pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}` });
    onTestFinished(() => pool.end());
    await pool.query(`create schema ${schema}`);
    const store = postgresStore({ pool });
    await store.migrate();
    await store.reports.create(newReport());
    const { rows } = await pool.query(`select reports_count from ${schema}.sitegrade_websites`);
    expect(rows).toEqual([{ reports_count: '1' }]);
  });

  it('needs no privilege to create schemas if the schema exists', async () => {
    const { pool, store, schema } = await ownPool();
    const { connectionString } = ownSchema();
    const role = `role_${schema}`;
    await pool.query(`create role ${role} login password 'secret';
      grant usage, create on schema ${schema} to ${role};
      grant all on all tables in schema ${schema} to ${role}`);
    const url = new URL(connectionString);
    url.username = role;
    url.password = 'secret';
    const limited = postgresStore({ connectionString: url.href, schema });
    onTestFinished(() => limited.close());
    await limited.migrate();
    const { id } = await limited.reports.create(newReport());
    expect(await store.reports.find(ownerId, id)).toMatchObject({ id });
  });
});

it('a pool of many stores gets one listener, and so does each of its connections', async () => {
  const { pool } = await ownPool({ max: 1 });
  for (let made = 0; made < 20; made += 1) {
    const store = postgresStore({ pool, schema: 'none' });
    await expect(store.reports.find(ownerId, 1)).rejects.toThrow('store.migrate()');
  }
  const client = await pool.connect();
  // pg adds its own while a connection is idle.
  expect(client.listenerCount('error')).toBe(1);
  client.release();
  expect([pool.listenerCount('error'), pool.listenerCount('connect')]).toEqual([1, 1]);
});

it.each([true, false])('statements are prepared according to the option: %s', async (wanted) => {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString, max: 1 });
  onTestFinished(() => pool.end());
  const store = postgresStore({ pool, schema, preparedStatements: wanted });
  await store.migrate();
  await store.reports.create(newReport());
  await store.reports.list(ownerId, { ...query, search: 'example' });
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  );
  expect(rows.length > 0).toBe(wanted);
  // A generic plan for searches would be bad.
  expect(rows.filter(({ statement }) => statement.includes('strpos'))).toEqual([]);
});

it('a connection may have prepared statements of tables that have changed', async () => {
  const { pool, store, schema } = await ownPool({ max: 1 });
  const given = newApiKey();
  await store.apiKeys.insert(given);
  await store.apiKeys.findByDigest(given.digest);
  await pool.query(`alter table ${schema}.sitegrade_api_keys add column later text`);
  expect(await store.apiKeys.findByDigest(given.digest)).toMatchObject({ name: given.name });
});
