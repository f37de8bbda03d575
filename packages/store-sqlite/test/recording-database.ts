import type Database from 'better-sqlite3';
import type { HostDatabase } from '../src/index.ts';

/** A database that notes the text of every statement prepared on it. */
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
