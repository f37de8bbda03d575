import { SitegradeError } from '@sitegrade/core';
import { migrate, type QueryBuilder, type Statement, type Work } from '@sitegrade/store-kysely';

/** Migrates the tables, in the named schema if there is one, which is created if it is missing. */
export function* migrateDatabase(builder: QueryBuilder, schema: string | undefined): Work<void> {
  yield* requireUtf8();
  if (schema !== undefined) yield* makeSchema(schema);
  yield* migrate(builder);
}

/** Strings are compared by bytes, which are in the order of code points only in UTF-8. */
function* requireUtf8(): Work<void> {
  const [row] = (yield plain('show server_encoding')) as { readonly server_encoding: string }[];
  if (row?.server_encoding === 'UTF8') return;
  throw new SitegradeError(
    'internal',
    `The Postgres database must be in UTF8 and is in ${row?.server_encoding}.`,
  );
}

/** Checks first: `if not exists` needs a privilege even if the schema exists. */
function* makeSchema(schema: string): Work<void> {
  const found = yield plain('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length === 0) yield plain(`create schema "${schema.replaceAll('"', '""')}"`);
}

function plain(sql: string, parameters: readonly unknown[] = []): Statement {
  return { sql, parameters };
}
