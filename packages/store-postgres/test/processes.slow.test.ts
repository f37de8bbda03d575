import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { killedInARound, killRounds, killTimeoutMs } from '../../store-sqlite/test/kill-rounds.ts';
import { startProcess } from '../../store-sqlite/test/start-process.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownSchema } from './own-schema.ts';

/** A schema, and processes of a script that use it, ready to start. */
async function processesOf(script: string, count: number, on = schemaWithPool()) {
  const { connectionString, schema, pool } = on;
  const path = join(import.meta.dirname, script);
  const processes = Array.from({ length: count }, () =>
    startProcess(path, connectionString, schema, JSON.stringify(newReport())),
  );
  for (const child of processes) await child.printed(1);
  for (const child of processes) child.begin();
  return { pool, schema, processes };
}

function schemaWithPool() {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  onTestFinished(() => pool.end());
  return { connectionString, schema, pool };
}

it('D02: eight processes may start at the same time on an empty database', async () => {
  const { pool, schema, processes } = await processesOf('first-start.process.ts', 8);
  for (const child of processes) {
    expect(await child.ended, child.errors()).toEqual({ code: 0 });
    expect(child.lines).toEqual(['ready', 'done']);
  }
  await expectExactTables(pool, schema);
  const { rows } = await pool.query(`select reports_count from ${schema}.sitegrade_websites`);
  expect(rows).toEqual([{ reports_count: '40' }]);
});

it(
  'D01: a killed process loses no acknowledged report, and leaves no partial one',
  async () => {
    const on = schemaWithPool();
    const { pool, schema } = on;
    const printed: string[] = [];
    for (let round = 0; round < killRounds; round += 1) {
      const script = 'create-until-killed.process.ts';
      const { processes } = await processesOf(script, killedInARound, on);
      for (const child of processes) {
        // At different points of different statements.
        await child.printed(5);
        await sleep(Math.random() * 60);
        child.kill();
        expect((await child.ended).code, child.errors()).toBeNull();
        printed.push(...child.lines);
      }
      // The server may still run their last statements.
      await sleep(200);
      await expectExactTables(pool, schema);
    }
    const { rows } = await pool.query<{ id: string }>(`select id from ${schema}.sitegrade_reports`);
    const kept = new Set(rows.map(({ id }) => id));
    const idsThatWere = (what: string) =>
      printed
        .filter((line) => line.startsWith(`${what} `))
        .map((line) => line.slice(what.length + 1));
    const maybeDeleted = new Set(idsThatWere('deleting'));
    const created = idsThatWere('created');
    expect(created.length).toBeGreaterThan(killRounds * killedInARound);
    expect(created.filter((id) => !kept.has(id) && !maybeDeleted.has(id))).toEqual([]);
    expect(idsThatWere('deleted').filter((id) => kept.has(id))).toEqual([]);
  },
  killTimeoutMs,
);

it('killed processes that share their keys create every report once', async () => {
  const { pool, schema, processes } = await processesOf('create-once-until-killed.process.ts', 4);
  const printed = new Set<string>();
  for (const child of processes) {
    await child.printed(5);
    await sleep(Math.random() * 60);
    child.kill();
    expect((await child.ended).code, child.errors()).toBeNull();
    for (const line of child.lines) printed.add(line.replace(/^(?:created|replayed) /, ''));
  }
  printed.delete('ready');
  // The server may still run their last statements.
  await sleep(200);
  await expectExactTables(pool, schema);
  const rows = async (sql: string) => {
    const found = await pool.query<{ pair: string }>(`select ${sql}`);
    return new Set(found.rows.map(({ pair }) => pair));
  };
  const byKey = await rows(`idempotency_key || ' ' || made_id as pair
    from ${schema}.sitegrade_idempotency_keys where made_kind = 'report'`);
  const byReport = await rows(`replace(url, 'https://example.com/', '') || ' ' || id as pair
    from ${schema}.sitegrade_reports`);
  // A report and its key, both or neither, and no acknowledged report is missing.
  expect(byKey).toEqual(byReport);
  expect([...printed].filter((key) => !byKey.has(key))).toEqual([]);
  // Four acknowledgements of a process are of two keys at least.
  expect(printed.size).toBeGreaterThanOrEqual(2);
});
