export { backUpSqlite, type SqliteBackup } from './back-up-sqlite.ts';
export { sqliteStore } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite-store-options.ts';
