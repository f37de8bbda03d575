import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Migration, migrations, postgresQueryBuilder } from '@sitegrade/store-kysely';
import { newReport } from '@sitegrade/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acquireFrom } from '../src/connections.ts';
import { postgresStore } from '../src/index.ts';
import { type MigrationParts, migrateDatabase } from '../src/migrate-database.ts';
import { runAloneOn } from '../src/run-alone.ts';
import { runStatements } from '../src/run-statement.ts';
import { runTransactions } from '../src/run-transaction.ts';
import { ownDatabase } from './own-schema.ts';

const worksWith = '0001-first-tables';

/** Adds a column, as an older version does not need to know. */
const column: Migration = {
  name: '9997-column',
  worksWith,
  statements: ({ db }) => [db.schema.alterTable('sitegrade_reports').addColumn('later', 'text')],
};

/** Adds an index of it. */
const index: Migration = {
  name: '9998-index',
  worksWith,
  statements: () => [],
  largeIndexes: [
    {
      name: 'sitegrade_reports_by_later',
      table: 'sitegrade_reports',
      columns: ['owner_id', 'later'],
      where: 'later is not null',
    },
  ],
};

/** Older versions cannot work with what it makes. */
const breaking: Migration = {
  name: '9999-breaking',
  worksWith: '9997-column',
  statements: () => [],
};

/** A database with reports, in which no other test has a transaction open. */
async function filledDatabase() {
  const { connectionString, schema } = await ownDatabase();
  const connect = (settings: pg.PoolConfig = {}): pg.Pool => {
    const opened = new pg.Pool({ connectionString, ...settings });
    onTestFinished(() => opened.end());
    return opened;
  };
  const pool = connect();
  const store = postgresStore({ pool, schema });
  await store.migrate();
  await store.reports.create(newReport());
  await pool.query(`insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search,
      final_url, score, result, http_status, ruleset_version, share_token, created_at)
    select 'owner-1', 1, 'https://a.com/' || n, 'https://a.com/' || n, '', 5, 'bad', 200, '1',
      gen_random_uuid(), n from generate_series(1, 5000) n`);

  const ran: string[] = [];
  return {
    pool,
    schema,
    store,
    /** The statements outside of transactions. */
    ran,
    /** Migrates as a version with these migrations would, in a process with one connection. */
    upgrade: (later: readonly Migration[], sleep?: MigrationParts['sleep']): Promise<void> => {
      const acquire = acquireFrom(connect({ max: 1 }));
      const runAlone = runAloneOn(acquire, { keepsSession: true });
      return migrateDatabase({
        builder: postgresQueryBuilder(schema),
        schema,
        wanted: [...migrations, ...later],
        runTransaction: runTransactions({ acquire, runStatement: runStatements(true) }),
        runAlone: (text) => {
          ran.push(text);
          return runAlone(text);
        },
        ...(sleep ? { sleep } : {}),
      });
    },
    /** A transaction that has written to the table and stays open. */
    block: async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      onTestFinished(() => client.end());
      await client.query(`begin; update ${schema}.sitegrade_reports set score = 6 where id = 2`);
      return async () => {
        await client.query('commit');
      };
    },
    /** Whether each index of the table with this name is valid. */
    validIndexes: async (name: string): Promise<readonly boolean[]> => {
      const { rows } = await pool.query<{ indisvalid: boolean }>(
        `select indisvalid from pg_index join pg_class on oid = indexrelid
          where relname = $1 and indrelid = '${schema}.sitegrade_reports'::regclass`,
        [name],
      );
      return rows.map(({ indisvalid }) => indisvalid);
    },
    /** The server process that waits for a lock with this statement. */
    waiting: async (statement: string): Promise<number> => {
      for (;;) {
        const { rows } = await pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query ilike $1`,
          [`${statement}%`],
        );
        if (rows[0]) return rows[0].pid;
        await yieldToEventLoop();
      }
    },
    /** Writes all the time, and never waits long for a lock. */
    write: () => {
      const writing = connect({ max: 1, options: '-c lock_timeout=10s' });
      const errors: unknown[] = [];
      let written = 0;
      let isStopped = false;
      const insert = `insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search,
          final_url, score, result, http_status, ruleset_version, share_token, created_at)
        values ('owner-1', 1, 'https://b.com/', 'https://b.com/', '', 5, 'bad', 200, '1',
          gen_random_uuid(), 1)`;
      const ended = (async () => {
        while (!isStopped && errors.length === 0) {
          await writing.query(insert).then(
            () => {
              written += 1;
            },
            (error) => errors.push(error),
          );
        }
      })();
      return {
        /** Waits until it has written some more rows. */
        goesOn: async (): Promise<void> => {
          const before = written;
          while (written < before + 20 && errors.length === 0) await yieldToEventLoop();
          expect(errors).toEqual([]);
        },
        stop: async (): Promise<void> => {
          isStopped = true;
          await ended;
          expect(errors).toEqual([]);
        },
      };
    },
  };
}

describe('an upgrade of a database that is in use', () => {
  it('adds a column without holding up those who write', async () => {
    const { block, pool, schema, upgrade, waiting, write } = await filledDatabase();
    const writer = write();
    const end = await block();
    const upgrading = upgrade([column]);
    await waiting('alter table');
    // Behind a statement that waited until the other transaction ends, no one could write.
    await writer.goesOn();
    await end();
    await upgrading;
    await writer.stop();
    const { rows } = await pool.query(`select later from ${schema}.sitegrade_reports limit 1`);
    expect(rows).toEqual([{ later: null }]);
  });

  it('builds an index without holding them up, and again after an interruption, once', async () => {
    const { block, pool, ran, store, upgrade, validIndexes, waiting, write } =
      await filledDatabase();
    const writer = write();
    await upgrade([column]);
    const end = await block();
    const interrupted = upgrade([column, index]).catch((error: unknown) => error);
    const pid = await waiting('create index');
    await writer.goesOn();

    // The version before goes on, and starts again, while the index is not built.
    await store.migrate();
    const { id } = await store.reports.create(newReport());
    expect(await store.reports.find('owner-1', id)).toMatchObject({ id });

    await pool.query('select pg_terminate_backend($1)', [pid]);
    expect(await interrupted).toMatchObject({ code: '57P01' });
    expect(await validIndexes('sitegrade_reports_by_later')).toEqual([false]);
    ran.length = 0;
    const again = Promise.all(Array.from({ length: 4 }, () => upgrade([column, index])));
    await waiting('drop index');
    await writer.goesOn();
    await end();
    await again;
    await writer.stop();
    expect(await validIndexes('sitegrade_reports_by_later')).toEqual([true]);
    expect(ran.map((text) => text.replace(/^(\w+ index concurrently).*/, '$1'))).toEqual([
      'drop index concurrently',
      'create index concurrently',
    ]);
  });

  it('is done once by many processes that start together, and not again', async () => {
    const { ran, upgrade, validIndexes } = await filledDatabase();
    await Promise.all(Array.from({ length: 6 }, () => upgrade([column, index])));
    expect(await validIndexes('sitegrade_reports_by_later')).toEqual([true]);
    await upgrade([column, index]);
    expect(ran).toHaveLength(1);
  });

  it('goes on after a process that ended before it built an index', async () => {
    const { pool, schema, upgrade, validIndexes } = await filledDatabase();
    await upgrade([column]);
    await pool.query(`insert into ${schema}.sitegrade_migrations
      (name, works_with, indexes_built, building, building_since)
      select '9998-index', '${worksWith}', 0, 'sitegrade_reports_by_later',
        extract(epoch from clock_timestamp()) * 1000`);
    let waits = 0;
    await upgrade([column, index], async () => {
      waits += 1;
      await pool.query(`update ${schema}.sitegrade_migrations set building_since = 0`);
    });
    expect(waits).toBe(1);
    expect(await validIndexes('sitegrade_reports_by_later')).toEqual([true]);
  });

  it('waits for a server process that builds an index, however long ago it began', async () => {
    const { block, pool, ran, schema, upgrade, waiting } = await filledDatabase();
    await upgrade([column]);
    const end = await block();
    const first = upgrade([column, index]);
    await waiting('create index');
    let looks = 0;
    await upgrade([column, index], async () => {
      looks += 1;
      await pool.query(`update ${schema}.sitegrade_migrations set building_since = 0`);
      if (looks < 3) return;
      await end();
      await first;
    });
    expect(ran).toHaveLength(1);
  });

  it('keeps out versions that do not work with it, and no others', async () => {
    const { store, upgrade } = await filledDatabase();
    await upgrade([column, breaking]);
    await expect(store.migrate()).rejects.toThrow(
      'this version cannot work with it: its migration "9999-breaking" works with versions from the migration "9997-column" on, and the newest migration of this version is "0001-first-tables". Update the package.',
    );
    await upgrade([column]);
  });

  it('says that a time limit ended the building of an index', async () => {
    const { pool, block, upgrade, waiting } = await filledDatabase();
    await upgrade([column]);
    const end = await block();
    const upgrading = upgrade([column, index]).catch((error: unknown) => error);
    await pool.query('select pg_cancel_backend($1)', [await waiting('create index')]);
    expect(await upgrading).toMatchObject({
      message: expect.stringContaining('The index sitegrade_reports_by_later of sitegrade_reports'),
    });
    await end();
    await upgrade([column, index]);
  });
});

it('a later migration is applied once, to a database with rows', async () => {
  const { pool, schema, store, upgrade } = await filledDatabase();
  const later: Migration = {
    ...column,
    statements: ({ db }) => [
      ...column.statements(postgresQueryBuilder(schema)),
      {
        compile: () =>
          sql`update ${sql.id(schema, 'sitegrade_reports')} set later = 'x' where id = 1`.compile(
            db,
          ),
      },
    ],
  };
  for (let start = 0; start < 2; start += 1) await upgrade([later]);
  expect(await store.reports.find('owner-1', 1)).toMatchObject({ id: 1 });
  const { rows } = await pool.query(
    `select later from ${schema}.sitegrade_reports where id < 3 order by id`,
  );
  expect(rows).toEqual([{ later: 'x' }, { later: null }]);
});
