export { type QueryBuilder, type StoreDialect, sqliteQueryBuilder } from './dialect.ts';
export { migrate } from './migrations/migrate.ts';
export { type Migration, migrations } from './migrations/migrations.ts';
export { type Runner, storeMethods } from './store-methods.ts';
export { runWork, type Work } from './work.ts';
