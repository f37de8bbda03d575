export type { QueryBuilder, StoreDialect } from './dialect.ts';
export { postgresQueryBuilder } from './dialects/postgres.ts';
export { sqliteQueryBuilder } from './dialects/sqlite.ts';
export { createLargeIndex, type LargeIndex } from './migrations/large-index.ts';
export {
  isMigrated,
  type Migration,
  migrate,
  migrateNext,
  migrations,
} from './migrations/migrate.ts';
export { storeMethods } from './store-methods.ts';
export { type Runner, rowOf, runWork, runWorkAsync, type Statement, type Work } from './work.ts';
