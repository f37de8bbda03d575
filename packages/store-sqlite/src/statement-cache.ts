import type { HostDatabase, HostStatement } from './host-database.ts';

/** A statement with its values: what kysely compiles a query to. */
interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Runs statements on a database and keeps them prepared, by their text. Values are never part of a
 * text, so there are only as many as there are kinds of query.
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
  // A host may have asked for BigInt everywhere; our numbers are all safe.
  statement.safeIntegers(false);
  return statement;
}
