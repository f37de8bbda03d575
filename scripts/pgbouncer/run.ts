import {
  createContext,
  deleteOldReports,
  isSitegradeError,
  reconcileCounters,
} from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { inspectPostgres, postgresStore } from '../../packages/store-postgres/src/index.ts';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import { runCommandFlows } from './run-command-flows.ts';
import { requirePgBouncer, startPgBouncer } from './start-pgbouncer.ts';

// Runs the Postgres store and the command through PgBouncer in transaction mode, with three connections of the server:
// eight stores migrate at once, twenty workers create and delete reports, and every counter must be exact; then a
// server and workers do jobs and crawls. Debian's package of PgBouncer is installed if it is missing, as root.
//
//   npm run tool -- pgbouncer

const ownerId = 'owner-1';
requirePgBouncer();
const server = await startPostgres();
const bouncer = await startPgBouncer(new URL(server.connectionString));
try {
  await workThrough(bouncer.connectionString);
  await expectToSeeIt(bouncer.connectionString, server.connectionString);
  await runCommandFlows({
    pooled: bouncer.connectionString,
    narrow: bouncer.narrow,
    direct: server.connectionString,
  });
  await explainPreparedStatements(bouncer.connectionString);
  console.log('The store and the command work through PgBouncer in transaction mode.');
} finally {
  await bouncer.stop();
  await server.remove();
}

/** The store can distinguish PgBouncer from Postgres. */
async function expectToSeeIt(pooled: string, direct: string): Promise<void> {
  const [through, without] = [await inspectPostgres(pooled), await inspectPostgres(direct)];
  const isSeen = through.isShared && !through.keepsPrepared;
  if (!isSeen || without.isShared || !without.keepsPrepared) {
    throw new Error(`PgBouncer is not seen: ${JSON.stringify({ through, without })}`);
  }
  if (through.database !== without.database) throw new Error('One database is taken for two.');
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
