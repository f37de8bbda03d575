export type { QueryBuilder, StoreDialect } from './dialect.ts';
export { postgresQueryBuilder } from './dialects/postgres.ts';
export { sqliteQueryBuilder } from './dialects/sqlite.ts';
export { type Migration, migrate, migrations } from './migrations/migrate.ts';
export { storeMethods } from './store-methods.ts';
export { type Runner, runWork, runWorkAsync, type Statement, type Work } from './work.ts';
