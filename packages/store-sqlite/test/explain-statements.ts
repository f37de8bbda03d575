import type { Store } from '@sitegrade/core';
import type Database from 'better-sqlite3';
import type { HostDatabase } from '../src/host-database.ts';
import { sqliteStore } from '../src/index.ts';

/** A statement of the store, and the steps in which SQLite runs it. */
export interface Plan {
  readonly sql: string;
  readonly plan: readonly string[];
}

/** Runs methods of a store on this database, and explains their statements. */
export function explainStatements(host: Database.Database) {
  const texts = new Set<string>();
  const database: HostDatabase = {
    get inTransaction() {
      return host.inTransaction;
    },
    prepare(source) {
      texts.add(source);
      return host.prepare(source);
    },
    transaction: (work) => host.transaction(work),
  };
  return async (run: (store: Store) => Promise<unknown>): Promise<readonly Plan[]> => {
    texts.clear();
    // A new store, because each prepares a statement only once.
    await run(sqliteStore({ database }));
    return [...texts].filter((sql) => !sql.startsWith('pragma')).map((sql) => planOf(host, sql));
  };
}

function planOf(database: Database.Database, sql: string): Plan {
  const values = sql.match(/\?/g)?.map(() => 1) ?? [];
  const steps = database.prepare(`explain query plan ${sql}`).all(...values);
  return { sql, plan: (steps as { detail: string }[]).map(({ detail }) => detail) };
}
