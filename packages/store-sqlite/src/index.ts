export { backUpSqlite, type SqliteBackup } from './back-up-sqlite.ts';
export type { HostDatabase, HostStatement, HostTransaction } from './host-database.ts';
export { sqliteStore } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite-store-options.ts';
