import { SitegradeError } from '@sitegrade/core';
import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { firstTables } from './0001-first-tables.ts';

/** One change of the tables. */
export interface Migration {
  /** Stored in the database: never change it. */
  readonly name: string;
  readonly statements: (builder: QueryBuilder) => readonly Compilable[];
}

/** Every migration, in order. Only add, and only at the end. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-tables', statements: firstTables },
];

/**
 * Brings the tables up to date. Run it under an exclusive lock: otherwise two processes would
 * apply the same migration.
 *
 * @throws SitegradeError `internal` if the database has unknown migrations.
 */
export function* migrate(
  builder: QueryBuilder,
  wanted: readonly Migration[] = migrations,
): Work<void> {
  const { db, dialect } = builder;
  yield db.schema
    .createTable('sitegrade_migrations')
    .ifNotExists()
    .addColumn('name', dialect.types.text, (column) => column.primaryKey().notNull())
    .modifyEnd(dialect.tableEnd)
    .compile();

  const applied = yield* rowsOf(
    db.selectFrom('sitegrade_migrations').select('name').orderBy('name').compile(),
  );
  refuseUnknown(applied, wanted);

  for (const { name, statements } of wanted.slice(applied.length)) {
    for (const statement of statements(builder)) yield statement.compile();
    yield db.insertInto('sitegrade_migrations').values({ name }).compile();
  }
}

function refuseUnknown(
  applied: readonly { readonly name: string }[],
  wanted: readonly Migration[],
): void {
  const unknown = applied.find(({ name }, index) => wanted[index]?.name !== name);
  if (unknown === undefined) return;
  throw new SitegradeError(
    'internal',
    `The database was made by another version of sitegrade: it has the migration "${unknown.name}", which this version does not know. Update the package. Nothing was changed.`,
  );
}
