import Database from 'better-sqlite3';

/** A database of a host with settings that change what SQLite does, but must not change what the store does. */
export function openOddDatabase(): Database.Database {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = off');
  database.pragma('case_sensitive_like = on');
  database.defaultSafeIntegers(true);
  return database;
}
