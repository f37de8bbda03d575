import { createHash } from 'node:crypto';
import type { Statement } from '@sitegrade/store-kysely';
import pg from 'pg';
import { ConnectionTimeout } from './database-errors.ts';
import type { HostClient, HostQuery } from './host-pool.ts';

/** The longest timer of Node: 24 days. */
export const noLimitMs = 2 ** 31 - 1;

/** Types by their OID. */
const bool = 16;
const bytea = 17;
const wholeNumbers = new Set([20, 21, 23]);

// Not made for each column of each result.
const toText = (value: string): unknown => value;
const toBoolean = (value: string): unknown => value === 't';

/**
 * How values are parsed. Of pg's own parsers only the one for bytes is used: pg returns counts as strings,
 * and a host may have replaced any parser.
 */
const readValues: NonNullable<HostQuery['types']> = {
  getTypeParser(type) {
    if (wholeNumbers.has(type)) return Number;
    if (type === bool) return toBoolean;
    if (type === bytea) return pg.types.getTypeParser(bytea);
    return toText;
  },
};

/** Runs a statement on a connection and returns its rows. */
export type RunStatement = (
  client: HostClient,
  statement: Statement,
  withinMs: number,
) => Promise<readonly unknown[]>;

/** Runs statements, prepared by the connection if the option allows it and it is useful. */
export function runStatements(preparedStatements: boolean): RunStatement {
  return async (client, statement, withinMs) => {
    const isNamed = preparedStatements && !statement.isPlannedByValues;
    const query = isNamed ? preparedQuery(statement) : queryOf(statement);
    return (await runQuery(client, query, withinMs)).rows;
  };
}

function queryOf({ sql, parameters, asValues }: Statement): HostQuery {
  const query = { text: sql, values: [...parameters], types: readValues };
  return asValues ? { ...query, rowMode: 'array' } : query;
}

/** Names by SQL. Values are never part of the SQL, so the number of statements is limited. */
const names = new Map<string, string>();

/** The query of a prepared statement. */
export function preparedQuery(statement: Statement): HostQuery & { readonly name: string } {
  return { ...queryOf(statement), name: nameOf(statement.sql) };
}

/** The name of a prepared statement. */
export function nameOf(sql: string): string {
  const name = names.get(sql) ?? `sitegrade_${createHash('sha1').update(sql).digest('hex')}`;
  names.set(sql, name);
  return name;
}

/**
 * Runs a query with a time limit, because the network may have lost it. A late response is ignored, so the
 * caller must end the connection.
 */
export async function runQuery(
  client: Pick<HostClient, 'query'>,
  query: HostQuery,
  withinMs: number,
): Promise<{ readonly rows: readonly unknown[] }> {
  return withinTime(client.query(query), withinMs);
}

/** The response of the database, or an error if there is none in time. */
export function withinTime<Response>(
  response: Promise<Response>,
  withinMs: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ConnectionTimeout('The database did not respond in time.')),
      Math.max(1, withinMs),
    );
    response.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
