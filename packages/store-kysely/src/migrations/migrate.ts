import { SitegradeError } from '@sitegrade/core';
import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { firstTables } from './0001-first-tables.ts';
import { createLargeIndex, type LargeIndex } from './large-index.ts';

/** One change of the tables. */
export interface Migration {
  /** Stored in the database: never change it. */
  readonly name: string;
  /**
   * The newest migration of the oldest code that works with the tables after this one: its own name if older code
   * would fail. A change that only adds something keeps that of the migration before it.
   */
  readonly worksWith: string;
  readonly statements: (builder: QueryBuilder) => readonly Compilable[];
  /** Indexes of tables with many rows, built after the statements while others go on writing. */
  readonly largeIndexes?: readonly LargeIndex[];
}

/** Every migration, in order. Only add, and only at the end. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-tables', worksWith: '0001-first-tables', statements: firstTables },
];

/** What a part of a migration did: applied one, or found one whose indexes are not built, or none to apply. */
type MigrationStep =
  | { readonly kind: 'applied' }
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'indexes';
      readonly migration: string;
      readonly largeIndexes: readonly LargeIndex[];
    };

/**
 * Brings the tables up to date in one transaction. Run it under an exclusive lock: otherwise two processes would
 * apply the same migration.
 *
 * @throws SitegradeError `internal` if the database has unknown migrations that this code does not work with.
 */
export function* migrate(builder: QueryBuilder, wanted = migrations): Work<void> {
  let step: MigrationStep = { kind: 'applied' };
  while (step.kind === 'applied') step = yield* migrateNext(builder, wanted);
}

/**
 * Applies the next migration, under the same lock. Where indexes are built outside of the transaction, the next one
 * follows only after them.
 *
 * @throws SitegradeError as `migrate`.
 */
export function* migrateNext(
  builder: QueryBuilder,
  wanted: readonly Migration[],
): Work<MigrationStep> {
  const { db, dialect } = builder;
  yield db.schema
    .createTable('sitegrade_migrations')
    .ifNotExists()
    .addColumn('name', dialect.types.text, (column) => column.primaryKey().notNull())
    .addColumn('works_with', dialect.types.text, (column) => column.notNull())
    .addColumn('indexes_built', 'integer', (column) => column.notNull())
    // The index that a process has begun to build, and when.
    .addColumn('building', dialect.types.text)
    .addColumn('building_since', dialect.types.integer)
    .modifyEnd(dialect.tableEnd)
    .compile();
  const { next, isApplied } = nextOf(yield* appliedMigrations(builder), wanted);
  if (next === undefined) return { kind: 'complete' };

  const { name, worksWith, statements, largeIndexes = [] } = next;
  if (isApplied) return { kind: 'indexes', migration: name, largeIndexes };
  const isLater = dialect.buildsIndexesLater && largeIndexes.length > 0;
  for (const statement of statements(builder)) yield statement.compile();
  if (!isLater) for (const index of largeIndexes) yield createLargeIndex(builder, index);
  yield db
    .insertInto('sitegrade_migrations')
    .values({ name, works_with: worksWith, indexes_built: isLater ? 0 : 1 })
    .compile();
  return { kind: 'applied' };
}

/**
 * Whether there is nothing to do for `migrate`. The table of migrations must exist.
 *
 * @throws SitegradeError as `migrate`.
 */
export function* isMigrated(builder: QueryBuilder, wanted: readonly Migration[]): Work<boolean> {
  return nextOf(yield* appliedMigrations(builder), wanted).next === undefined;
}

/** A migration that the database has. */
interface AppliedMigration {
  readonly name: string;
  readonly works_with: string;
  readonly indexes_built: number;
}

function* appliedMigrations({ db }: QueryBuilder): Work<readonly AppliedMigration[]> {
  return yield* rowsOf(
    db
      .selectFrom('sitegrade_migrations')
      .select(['name', 'works_with', 'indexes_built'])
      .orderBy('name')
      .compile(),
  );
}

/** The first migration that is not complete, and whether only its indexes are missing. */
function nextOf(
  applied: readonly AppliedMigration[],
  wanted: readonly Migration[],
): { readonly next: Migration | undefined; readonly isApplied: boolean } {
  refuseUnknown(applied, wanted);
  const unbuilt = wanted.find((_, index) => applied[index]?.indexes_built === 0);
  const next = unbuilt ?? wanted[applied.length];
  return { next, isApplied: unbuilt !== undefined };
}

/**
 * A newer version may have added migrations while processes of this one still run, and start again. Each says with
 * which versions its tables still work.
 */
function refuseUnknown(applied: readonly AppliedMigration[], wanted: readonly Migration[]): void {
  const newest = wanted.at(-1)?.name ?? '';
  const unknown = applied.find(
    ({ name, works_with }, index) =>
      wanted[index]?.name !== name && (index < wanted.length || works_with > newest),
  );
  if (unknown === undefined) return;
  throw new SitegradeError(
    'internal',
    `The database was made by another version of sitegrade, and this version cannot work with it: its migration "${unknown.name}" works with versions from the migration "${unknown.works_with}" on, and the newest migration of this version is "${newest}". Update the package. Nothing was changed.`,
  );
}
