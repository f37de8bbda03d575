export type { HostDatabase, HostStatement } from './host-database.ts';
export { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts';
