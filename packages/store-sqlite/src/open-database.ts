import { SitegradeError } from '@sitegrade/core';
import Database from 'better-sqlite3';
import type { TransactionTurn } from './transaction-turn.ts';

/**
 * Opens the store's own database file.
 *
 * @throws SitegradeError `overloaded` that names the file, where it cannot be opened.
 */
export function openDatabase(filename: string): Database.Database {
  try {
    // SQLite itself never waits for a lock, since that would stop the process: the store does.
    return new Database(filename, { timeout: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SitegradeError(
      'overloaded',
      `The SQLite database "${filename}" could not be opened: ${reason}.`,
      { cause: error },
    );
  }
}

/**
 * The same turns, with the connection's settings made before the first: to make them reads the
 * file, for which it must not be locked.
 */
export function withSettings(database: Database.Database, turn: TransactionTurn): TransactionTurn {
  let isDone = false;
  return (mode, begin) => {
    if (!isDone) {
      database.pragma('foreign_keys = on');
      // NORMAL survives a crash of the process but may lose the last commits when the power fails,
      // and a report that was acknowledged is not to be lost. One sync a report is cheap beside a fetch.
      database.pragma('synchronous = full');
      isDone = true;
    }
    return turn(mode, begin);
  };
}
