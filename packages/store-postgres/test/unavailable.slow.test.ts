import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

const overloaded = { name: 'SitegradeError', code: 'overloaded', retryAfterSeconds: 5 };
const ownerId = 'owner-1';

// A separate server, because it is stopped.
let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres('-c', 'max_connections=20');
});
afterAll(() => server.remove());

let schemas = 0;

async function migrated(settings: pg.PoolConfig = {}) {
  schemas += 1;
  const schema = `test_${schemas}`;
  const { connectionString } = server;
  const pool = new pg.Pool({ connectionString, ...settings });
  const admin = new pg.Client({ connectionString });
  admin.on('error', () => {});
  await admin.connect();
  onTestFinished(async () => {
    await pool.end();
    await admin.end();
  });
  const store = postgresStore({ pool, schema });
  await store.migrate();
  /** Ends all connections except this one on the server's side. */
  // Returns when they have ended.
  const terminateAll = () =>
    admin.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`);
  return { pool, store, schema, admin, terminateAll };
}

/** A proxy to a server that can drop all data while its connections stay open. */
async function swallowingNetwork(to: URL) {
  let isSwallowing = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => other.destroy());
      from.on('close', () => other.destroy());
      from.on('data', (bytes) => isSwallowing || other.write(bytes));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(to);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    connectionString: url.href,
    swallow: (value: boolean) => {
      isSwallowing = value;
    },
  };
}

/** The error of a call. One that waits for ever is ended by the time limit of the test. */
async function errorInTime(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
}

describe('D04: a server that is not available', () => {
  it('closed idle connections: the next call succeeds', async () => {
    const { store, terminateAll } = await migrated();
    await Promise.all(Array.from({ length: 5 }, () => store.reports.create(newReport())));
    await terminateAll();
    await sleep(50);
    expect(await store.reports.create(newReport())).toMatchObject({ score: expect.any(Number) });
  });

  it('connections that are closed at any moment: an error or a report, never a partial one', async () => {
    const { pool, store, schema, terminateAll } = await migrated();
    let acknowledged = 0;
    for (let round = 0; round < 10; round += 1) {
      const creating = Promise.allSettled(
        Array.from({ length: 8 }, () => store.reports.create(newReport())),
      );
      await sleep(round * 2);
      await terminateAll();
      for (const outcome of await creating) {
        if (outcome.status === 'fulfilled') acknowledged += 1;
        else expect(outcome.reason).toMatchObject(overloaded);
      }
    }
    // The pool may not know yet that its last connections have ended.
    await vi.waitFor(() => store.reports.create(newReport()));
    await expectExactTables(pool, schema);
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
    const { total } = await store.reports.list(ownerId, query);
    expect(total).toBeGreaterThan(acknowledged);
  });

  it('a connection that is closed while it waits for a lock', async () => {
    const { store, schema, admin, terminateAll } = await migrated();
    await store.reports.create(newReport());
    await admin.query(`begin; select * from ${schema}.sitegrade_websites for update`);
    const waiting = errorInTime(store.reports.create(newReport()));
    await sleep(200);
    await terminateAll();
    expect(await waiting).toMatchObject(overloaded);
    await admin.query('rollback');
    await store.reports.create(newReport());
  });

  it('a lock that is never released: an error in time, and nothing left waiting', async () => {
    const { store, schema, admin } = await migrated();
    const { id } = await store.reports.create(newReport());
    await admin.query(`begin; select * from ${schema}.sitegrade_websites for update`);
    expect(await errorInTime(store.reports.create(newReport()))).toMatchObject(overloaded);
    await sleep(200);
    const { rows } = await admin.query(
      `select query from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    expect(rows).toEqual([]);
    await admin.query('rollback');
    expect(await store.reports.delete(ownerId, id)).toBe(true);
  });

  it('a pool without free connections', async () => {
    const { pool, store } = await migrated({ max: 1 });
    const client = await pool.connect();
    expect(await errorInTime(store.reports.create(newReport()))).toMatchObject(overloaded);
    client.release();
    await store.reports.create(newReport());
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it('a server without free connections', async () => {
    const { pool, store, admin } = await migrated({ max: 1, idleTimeoutMillis: 1 });
    const { rows } = await admin.query<{ free: number }>(
      `select current_setting('max_connections')::int - count(*)::int as free
        from pg_stat_activity where backend_type = 'client backend'`,
    );
    await sleep(50);
    const greedy = Array.from(
      { length: (rows[0]?.free ?? 0) + 2 },
      () => new pg.Client({ connectionString: server.connectionString }),
    );
    await Promise.allSettled(greedy.map((client) => client.connect()));
    expect(pool.totalCount).toBe(0);
    expect(await errorInTime(store.reports.find(ownerId, 1))).toMatchObject(overloaded);
    await Promise.allSettled(greedy.map((client) => client.end()));
    expect(await store.reports.find(ownerId, 1)).toBeUndefined();
  });

  it('stopped, or unreachable at the start: an error in time, and recovery without a restart', async () => {
    const { store, terminateAll } = await migrated();
    const { connectionString } = server;
    const absent = postgresStore({ connectionString, schema: 'late' });
    onTestFinished(() => absent.close());
    await terminateAll();
    await server.stop();
    expect(await errorInTime(store.reports.create(newReport()))).toMatchObject(overloaded);
    expect(await errorInTime(absent.reports.find(ownerId, 1))).toMatchObject(overloaded);
    await server.start();
    await store.reports.create(newReport());
    await absent.migrate();
    await absent.reports.create(newReport());
  });

  it('a network that drops everything: an error in time from every method', async () => {
    const { connectionString } = server;
    const network = await swallowingNetwork(new URL(connectionString));
    const store = postgresStore({
      connectionString: network.connectionString,
      schema: 'swallowed',
    });
    onTestFinished(() => store.close());
    await store.migrate();
    const { id } = await store.reports.create(newReport());
    network.swallow(true);
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
    const errors = await Promise.all([
      // A statement without a transaction, one with, and one on a new connection.
      errorInTime(store.reports.find(ownerId, id)),
      errorInTime(store.reports.list(ownerId, query)),
      errorInTime(store.reports.create(newReport())),
    ]);
    expect(errors).toEqual(Array(3).fill(expect.objectContaining(overloaded)));
    network.swallow(false);
    expect(await store.reports.find(ownerId, id)).toMatchObject({ id });
    await store.reports.create(newReport());
  });

  it('a full disk: nothing is stored, reads go on, and recovery without a restart', async () => {
    const { store, schema, admin } = await migrated();
    const { id } = await store.reports.create(newReport());
    // As if there were no room for more than short rows.
    await admin.query(`
      create function ${schema}.fill() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on ${schema}.sitegrade_report_details
        for each row execute function ${schema}.fill();
      create trigger full_disk before insert on ${schema}.sitegrade_ruleset_texts
        for each row when (length(new.texts) > 10000) execute function ${schema}.fill()`);
    expect(await store.isWritable()).toBe(true);
    const refused = await errorInTime(store.reports.create(newReport()));
    const cause = expect.objectContaining({ code: '53100' });
    expect(refused).toMatchObject({ code: 'overloaded', reason: 'read_only', cause });
    expect(await store.isWritable()).toBe(false);
    expect(await store.reports.find(ownerId, id)).toMatchObject({ id });
    await admin.query(`drop function ${schema}.fill cascade`);
    await expect.poll(() => store.isWritable(), { interval: 100 }).toBe(true);
    await store.reports.create(newReport());
    const { rows } = await admin.query(`select count(*) from ${schema}.sitegrade_ruleset_texts`);
    expect(rows).toEqual([{ count: '1' }]);
  });

  it('after close: overloaded', async () => {
    const store = postgresStore({ connectionString: server.connectionString });
    await store.close();
    const error = await errorInTime(store.reports.find(ownerId, 1));
    expect(error).toMatchObject({ ...overloaded, cause: expect.any(Error) });
  });
});
