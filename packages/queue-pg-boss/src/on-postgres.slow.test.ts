import { postgresStore } from '@sitegrade/store-postgres';
import { describeQueue } from '@sitegrade/testing';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { ownSchema } from '../../store-postgres/test/own-schema.ts';
import { startBoss } from '../test/start-boss.ts';
import { pgBossQueue } from './pg-boss-queue.ts';

// One for all tests: pg-boss creates its tables in a second.
let tables: ReturnType<typeof ownSchema> | undefined;
const shared = () => {
  tables ??= ownSchema();
  return tables;
};

describeQueue('pgBossQueue', {
  async createStore() {
    const store = postgresStore(ownSchema());
    await store.migrate();
    return store;
  },
  async createQueue(name) {
    const { connectionString, schema } = shared();
    return pgBossQueue({ boss: await startBoss(connectionString, `${schema}_boss`), name });
  },
  async interrupt() {
    const client = new pg.Client({ connectionString: shared().connectionString });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgboss'`,
    );
    await client.end();
  },
});

it('may be created by many processes at the same time', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { connectionString, schema } = shared();
  const queues = [];
  for (let index = 0; index < 6; index += 1) {
    const boss = await startBoss(connectionString, `${schema}_boss`);
    queues.push(pgBossQueue({ boss, name: 'many' }));
  }
  await Promise.all(queues.map((queue) => queue.announce(1)));
  await Promise.all(queues.map((queue) => queue.wait(new AbortController().signal)));
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
