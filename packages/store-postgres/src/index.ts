export { inspectPostgres, type PostgresConnection } from './inspect-postgres.ts';
export type { ListenClient } from './listen-client.ts';
export { type ListenQueue, listenQueue } from './listen-queue.ts';
export type { ListenQueueOptions } from './listen-queue-options.ts';
export { postgresStore } from './postgres-store.ts';
export type { PostgresStoreOptions } from './postgres-store-options.ts';
