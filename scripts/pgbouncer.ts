import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, isSitegradeError, reconcileCounters } from '@sitegrade/core';
import { newReport } from '@sitegrade/core/testing';
import pg from 'pg';
import { postgresStore } from '../packages/store-postgres/src/index.ts';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';

// Whether the Postgres store works behind PgBouncer in transaction mode, where every transaction may
// get another of a few server connections. Needs the program pgbouncer (on Debian, the package of
// that name). Ends with an error where something is not as the store's README says.
//
//   npm run try:pgbouncer

const serverConnections = 3;
const workers = 20;
const rounds = 25;

const postgres = await startPostgres();
try {
  await withPgBouncer(async (connectionString) => {
    await work(connectionString, { schema: 'off', preparedStatements: false });
    console.log('ok: transaction mode, preparedStatements: false');

    const error = await work(connectionString, { schema: 'on' }).catch((thrown) => thrown);
    if (!isSitegradeError(error) || !error.message.includes('preparedStatements: false')) {
      throw new Error('Prepared statements did not fail with a word on the option.', {
        cause: error,
      });
    }
    console.log(`ok: transaction mode that keeps no statements, by default: ${error.message}`);
  });
} finally {
  await postgres.remove();
}

/** Everything at once, by more workers than there are connections, then the counters compared. */
async function work(
  connectionString: string,
  options: { readonly schema: string; readonly preparedStatements?: boolean },
): Promise<void> {
  const stores = Array.from({ length: 3 }, () => postgresStore({ connectionString, ...options }));
  try {
    await Promise.all(stores.map((store) => store.migrate()));
    const done = await Promise.allSettled(
      Array.from({ length: workers }, async (_, worker) => {
        const store = stores[worker % stores.length] as (typeof stores)[number];
        for (let round = 0; round < rounds; round += 1) {
          const domain = `${(worker + round) % 3}.com`;
          const { id } = await store.reports.create(newReport({ domain, score: round }));
          const found = await store.reports.find('owner-1', id);
          if (found?.id !== id) throw new Error(`Report ${id} was not found.`);
          const query = { start: { page: 1 }, perPage: 5, sort: 'desc', search: domain } as const;
          await store.reports.list('owner-1', { ...query, sortBy: 'score' });
          await store.websites.list('owner-1', { ...query, sortBy: 'reports_avg_score' });
          if (round % 2 === 0) await store.reports.delete('owner-1', id);
        }
      }),
    );
    for (const one of done) if (one.status === 'rejected') throw one.reason;

    const [store] = stores as [(typeof stores)[number]];
    const { drifts } = await reconcileCounters(createContext({ store }), { mend: false });
    if (drifts.length > 0) throw new Error(`Counters differ: ${JSON.stringify(drifts)}`);
    const left = await store.reports.list('owner-1', {
      start: { page: 1 },
      perPage: 1,
      sort: 'desc',
      sortBy: 'id',
    });
    const kept = workers * Math.floor(rounds / 2);
    if (left.total !== kept) throw new Error(`${left.total} reports are left, and not ${kept}.`);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

/** Runs something with a PgBouncer before the server. */
async function withPgBouncer(run: (connectionString: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-pgbouncer-'));
  const port = await freePort();
  const server = new URL(postgres.connectionString);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} user=postgres password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 100
`,
  );
  // Not as root, which it refuses, and so not with the rights of whoever made the folder.
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const bouncer = spawn('pgbouncer', [...asUser, settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const messages: string[] = [];
  bouncer.stderr.on('data', (message) => messages.push(String(message)));
  const ended = once(bouncer, 'exit').then(
    () => undefined,
    (error) => messages.push(String(error)),
  );
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await untilItAnswers(connectionString, messages);
    await run(connectionString);
  } finally {
    bouncer.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilItAnswers(connectionString: string, messages: readonly string[]) {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client(connectionString);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (cause) {
      if (tries === 50) throw new Error(`No answer of pgbouncer: ${messages.join('')}`, { cause });
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
