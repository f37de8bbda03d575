export type { PgBoss } from './pg-boss.ts';
export { type PgBossQueueOptions, pgBossQueue } from './pg-boss-queue.ts';
