import type { HostDatabase, HostStatement } from './host-database.ts';

/** A statement with its values, compiled by kysely. */
interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Runs statements on a database and caches prepared statements by their SQL. Values are never part of the
 * SQL, so the number of statements is limited.
 */
export function statementCache(database: HostDatabase): (query: Query) => readonly unknown[] {
  const statements = new Map<string, Prepared>();
  return ({ sql, parameters }) => {
    const known = statements.get(sql);
    if (known) return known(parameters);
    const prepared = prepare(database, sql);
    statements.set(sql, prepared);
    return prepared(parameters);
  };
}

/** Runs a statement with these values. */
type Prepared = (parameters: readonly unknown[]) => readonly unknown[];

function prepare(database: HostDatabase, sql: string): Prepared {
  const statement = database.prepare(sql);
  // A host may have enabled BigInt by default; all our numbers are safe integers.
  statement.safeIntegers(false);
  if (!statement.reader) {
    return (parameters) => {
      statement.run(...parameters);
      return [];
    };
  }
  return isRaw(statement) ? rowsByName(statement) : (parameters) => statement.all(...parameters);
}

type RawStatement = HostStatement & Required<Pick<HostStatement, 'raw' | 'columns'>>;

function isRaw(statement: HostStatement): statement is RawStatement {
  return statement.raw !== undefined && statement.columns !== undefined;
}

/**
 * Rows as objects that are made here of lists of values: the objects of better-sqlite3 take 1.5 times as long, also to
 * be read.
 */
function rowsByName(statement: RawStatement): Prepared {
  statement.raw(true);
  let names: readonly string[] | undefined;
  return (parameters) => {
    const rows = statement.all(...parameters) as readonly (readonly unknown[])[];
    if (rows.length === 0) return rows;
    // After the statement has run: SQLite may have prepared it again, with columns that a migration has added.
    if (names?.length !== rows[0]?.length) names = statement.columns().map(({ name }) => name);
    return rows.map((values) => rowOf(names ?? [], values));
  };
}

function rowOf(names: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
  return row;
}
