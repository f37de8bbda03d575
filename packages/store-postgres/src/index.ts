export type { ErrorSource, HostClient, HostPool, HostQuery } from './host-pool.ts';
export { postgresStore } from './postgres-store.ts';
export type { PostgresStoreOptions } from './postgres-store-options.ts';
