export type { QueryBuilder, StoreDialect } from './dialect.ts';
export { postgresQueryBuilder } from './dialects/postgres.ts';
export { sqliteQueryBuilder } from './dialects/sqlite.ts';
export { type Migration, migrate, migrations } from './migrations/migrate.ts';
export type { Runner } from './runner.ts';
export { storeMethods } from './store-methods.ts';
export { runWork, runWorkAsync, type Statement, type Work } from './work.ts';
