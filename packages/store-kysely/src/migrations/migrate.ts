import { SitegradeError } from '@sitegrade/core';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { type Migration, migrations } from './migrations.ts';

/**
 * Brings the tables up to date. To be run under a lock that keeps every other process out, since
 * what one finds missing another may be making.
 *
 * @throws SitegradeError `internal` where the database has migrations that this code does not know.
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
  const unknown = applied.find(({ name }, place) => wanted[place]?.name !== name);
  if (unknown === undefined) return;
  throw new SitegradeError(
    'internal',
    `The database was made by another version of sitegrade: it has the migration "${unknown.name}", which this version does not know. Update the package. Nothing was changed.`,
  );
}
