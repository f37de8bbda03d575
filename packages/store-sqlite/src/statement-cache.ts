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
  const statements = new Map<string, HostStatement>();
  return ({ sql, parameters }) => {
    const statement = statements.get(sql) ?? prepare(database, sql);
    statements.set(sql, statement);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  };
}

function prepare(database: HostDatabase, sql: string): HostStatement {
  const statement = database.prepare(sql);
  // A host may have enabled BigInt by default; all our numbers are safe integers.
  statement.safeIntegers(false);
  return statement;
}
