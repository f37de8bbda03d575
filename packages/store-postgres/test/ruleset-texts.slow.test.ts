import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';
import { wrappedPool } from './wrapped-pool.ts';

it('are stored once by first writers at the same time, and read by a store that wrote none', async () => {
  const { pool, schema, store } = await ownPool();
  const writers = [1, 2].map(() => postgresStore({ pool, schema }));
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      writers[index % 2]?.reports.create(newReport({ domain: `${index}.example` })),
    ),
  );
  const { rows } = await pool.query(`select id from "${schema}".sitegrade_ruleset_texts`);
  expect(rows).toHaveLength(1);
  for (const report of made) {
    expect(await store.reports.find('owner-1', report?.id ?? 0)).toEqual(report);
  }
  await expectExactTables(pool, schema);
});

it('are stored by a writer that waited for one that was rolled back', async () => {
  const { pool, schema, store } = await ownPool();
  const { id: known } = await store.reports.create(newReport());
  const table = `"${schema}".sitegrade_ruleset_texts`;
  const { rows } = await pool.query(`delete from ${table} returning *`);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`insert into ${table} values ($1, $2)`, [rows[0].id, rows[0].texts]);
  const waiting = store.reports.create(newReport());
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock'
    and query like '%"${schema}"."sitegrade_ruleset_texts"%'`;
  await expect.poll(async () => (await pool.query(waits)).rows).toHaveLength(1);
  await client.query('rollback');
  client.release();
  const { id } = await waiting;
  for (const reportId of [known, id]) {
    expect(await store.reports.find('owner-1', reportId)).toMatchObject({ id: reportId });
  }
  await expectExactTables(pool, schema);
});

it('are rolled back with the first report, and stored with the next one', async () => {
  const { pool, schema, store } = await ownPool();
  await pool.query(`alter table "${schema}".sitegrade_ruleset_texts
    add constraint refuse check (false)`);
  await expect(store.reports.create(newReport())).rejects.toThrow('refuse');
  await expectExactTables(pool, schema);
  await pool.query(`alter table "${schema}".sitegrade_ruleset_texts drop constraint refuse`);
  const { id } = await store.reports.create(newReport());
  expect(await postgresStore({ pool, schema }).reports.find('owner-1', id)).toMatchObject({ id });
});

it('cost no message when they are stored, and none to read again', async () => {
  const { pool, schema, store } = await ownPool();
  await store.reports.create(newReport());
  const messages: string[] = [];
  const counting = wrappedPool(pool, (query, client) => {
    messages.push(query.text.split(' ')[0] ?? '');
    return client.query(query);
  });
  const counted = postgresStore({ pool: counting, schema });
  const { id } = await counted.reports.create(newReport());
  expect(messages).toEqual(['with']);
  messages.length = 0;
  for (let read = 0; read < 3; read += 1) await counted.reports.find('owner-1', id);
  expect(messages).toEqual(['select', 'select', 'select', 'select']);
});
