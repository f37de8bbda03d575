import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createContext,
  deleteOldReports,
  isSitegradeError,
  reconcileCounters,
} from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { postgresStore } from '../packages/store-postgres/src/index.ts';
import { freePort, startPostgres } from '../packages/store-postgres/test/start-postgres.ts';

// Runs the Postgres store through PgBouncer in transaction mode, three server connections for twenty
// workers: eight stores migrate at once, reports are created and deleted, and every counter must be exact.
// Needs Debian's package pgbouncer.
//
//   npm run tool -- pgbouncer

const ownerId = 'owner-1';
const server = await startPostgres();
const bouncer = await startPgBouncer(new URL(server.connectionString));
try {
  await workThrough(bouncer.connectionString);
  await explainPreparedStatements(bouncer.connectionString);
  console.log('The store works through PgBouncer in transaction mode.');
} finally {
  await bouncer.stop();
  await server.remove();
}

/** Twenty workers on eight stores, as on eight servers. */
async function workThrough(connectionString: string): Promise<void> {
  const stores = Array.from({ length: 8 }, () =>
    postgresStore({ connectionString, schema: 'bounced', preparedStatements: false }),
  );
  await Promise.all(stores.map((store) => store.migrate()));
  const work = async (index: number): Promise<void> => {
    const store = stores[index % stores.length] ?? stores[0];
    if (store === undefined) return;
    const context = createContext({ store });
    for (let round = 0; round < 25; round += 1) {
      const domain = `${(index + round) % 3}.com`;
      const report = newReport({ ownerId, domain, score: (index * 7 + round) % 101 });
      const { id, websiteId } = await store.reports.create(report);
      await store.reports.find(ownerId, id);
      await store.reports.list(ownerId, {
        start: { page: 1 },
        perPage: 10,
        sortBy: 'score',
        sort: 'desc',
        ...(round % 2 === 0 ? { search: 'example' } : {}),
      });
      if (round % 2 === 0) await store.reports.delete(ownerId, id);
      if (round % 10 === 9) await store.websites.delete(ownerId, websiteId);
      if (index === 1 && round % 10 === 4) await deleteOldReports(context, { keepPerUrl: 5 });
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
  for (const store of stores.slice(0, 1)) {
    const { drifts, websites } = await reconcileCounters(createContext({ store }), {
      repair: false,
    });
    if (drifts.length > 0) throw new Error(`Counters drifted: ${JSON.stringify(drifts)}`);
    console.log(`${websites} websites, every counter exact.`);
  }
  await Promise.all(stores.map((store) => store.close()));
}

/** PgBouncer before 1.21 keeps no prepared statements: the error must name the option. */
async function explainPreparedStatements(connectionString: string): Promise<void> {
  const store = postgresStore({ connectionString, schema: 'bounced' });
  const errors: unknown[] = [];
  for (let round = 0; round < 20; round += 1) {
    const finding = Array.from({ length: 10 }, (_, index) =>
      store.reports.find(ownerId, index + 1),
    );
    for (const outcome of await Promise.allSettled(finding)) {
      if (outcome.status === 'rejected') errors.push(outcome.reason);
    }
  }
  await store.close();
  const unclear = errors.filter(
    (error) => !(isSitegradeError(error) && error.message.includes('preparedStatements: false')),
  );
  if (unclear.length > 0)
    throw new Error('An error does not name the option.', { cause: unclear[0] });
  console.log(
    `With prepared statements: ${errors.length} of 200 calls failed with the right error.`,
  );
}

async function startPgBouncer({ hostname, port, username, password }: URL) {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-pgbouncer-'));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
postgres = host=${hostname} port=${port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
`,
  );
  chmodSync(folder, 0o755);
  // It does not run as root, the user of scripts in containers.
  const isRoot = process.getuid?.() === 0;
  const child: ChildProcess = spawn(
    'pgbouncer',
    [...(isRoot ? ['-u', 'postgres'] : []), settings],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    },
  );
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  await Promise.race([sleep(1_000), ended]);
  if (child.exitCode !== null) throw new Error(`pgbouncer did not start: ${output}`);
  return {
    connectionString: `postgres://${username}:${password}@127.0.0.1:${listenPort}/postgres`,
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
