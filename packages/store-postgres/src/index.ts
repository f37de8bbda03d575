export { postgresStore } from './postgres-store.ts';
export type { PostgresStoreOptions } from './postgres-store-options.ts';
