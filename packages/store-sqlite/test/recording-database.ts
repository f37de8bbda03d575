import type Database from 'better-sqlite3';
import type { HostDatabase } from '../src/host-database.ts';

/** A database that records the SQL of every prepared statement. */
export function recordingDatabase(database: Database.Database): {
  readonly database: HostDatabase;
  readonly texts: Set<string>;
} {
  const texts = new Set<string>();
  return {
    texts,
    database: {
      get inTransaction() {
        return database.inTransaction;
      },
      prepare(source) {
        texts.add(source);
        return database.prepare(source);
      },
      transaction: (work) => database.transaction(work),
    },
  };
}
