import { SitegradeError } from '@sitegrade/core';
import { migrate, type QueryBuilder, type Statement, type Work } from '@sitegrade/store-kysely';

/** Brings the tables up to date, in the schema where one is named, which is made at need. */
export function* migrateDatabase(builder: QueryBuilder, schema: string | undefined): Work<void> {
  yield* requireUtf8();
  if (schema !== undefined) yield* makeSchema(schema);
  yield* migrate(builder);
}

/** Texts are compared by their bytes, and only those of UTF-8 are in the order of code points. */
function* requireUtf8(): Work<void> {
  const [row] = (yield plain('show server_encoding')) as { readonly server_encoding: string }[];
  if (row?.server_encoding === 'UTF8') return;
  throw new SitegradeError(
    'internal',
    `The Postgres database must be in UTF8 and is in ${row?.server_encoding}.`,
  );
}

/** Looks first: `if not exists` asks for a right that is not needed where the schema exists. */
function* makeSchema(schema: string): Work<void> {
  const found = yield plain('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length === 0) yield plain(`create schema "${schema.replaceAll('"', '""')}"`);
}

function plain(sql: string, parameters: readonly unknown[] = []): Statement {
  return { sql, parameters };
}
