import { rowOf, type Statement } from '@sitegrade/store-kysely';
import type { HostDatabase, HostStatement } from './host-database.ts';

/**
 * Runs statements on a database and caches prepared statements by their SQL. Values are never part of the
 * SQL, so the number of statements is limited.
 */
export function statementCache(
  database: HostDatabase,
): (statement: Statement) => readonly unknown[] {
  const prepared = new Map<string, Prepared>();
  return (statement) => {
    const known = prepared.get(statement.sql);
    if (known) return known(statement);
    const run = prepare(database, statement.sql);
    prepared.set(statement.sql, run);
    return run(statement);
  };
}

/** Runs a statement with its values. */
type Prepared = (statement: Statement) => readonly unknown[];

function prepare(database: HostDatabase, sql: string): Prepared {
  const statement = database.prepare(sql);
  // A host may have enabled BigInt by default; all our numbers are safe integers.
  statement.safeIntegers(false);
  if (!statement.reader) {
    return ({ parameters }) => {
      statement.run(...parameters);
      return [];
    };
  }
  if (isRaw(statement)) return rowsOfValues(statement);
  return ({ parameters, asValues }) => {
    const rows = statement.all(...parameters);
    return asValues ? rows.map((row) => Object.values(row as object)) : rows;
  };
}

type RawStatement = HostStatement & Required<Pick<HostStatement, 'raw' | 'columns'>>;

function isRaw(statement: HostStatement): statement is RawStatement {
  return statement.raw !== undefined && statement.columns !== undefined;
}

/**
 * Rows as lists of values, or as objects that are made here of them: the objects of better-sqlite3 take 1.5 times as
 * long, also to be read.
 */
function rowsOfValues(statement: RawStatement): Prepared {
  statement.raw(true);
  let names: readonly string[] | undefined;
  return ({ parameters, asValues }) => {
    const rows = statement.all(...parameters) as readonly (readonly unknown[])[];
    if (rows.length === 0 || asValues) return rows;
    // After the statement has run: SQLite may have prepared it again, with columns that a migration has added.
    if (names?.length !== rows[0]?.length) names = statement.columns().map(({ name }) => name);
    return rows.map((values) => rowOf(names ?? [], values));
  };
}
