import { createHash } from 'node:crypto';
import type { Statement } from '@sitegrade/store-kysely';
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

/** In hex, or with the setting `bytea_output = escape`, where a byte that is not printable is a number in base eight. */
function toBytes(value: string): Buffer {
  if (value.startsWith('\\x')) return Buffer.from(value.slice(2), 'hex');
  const bytes = value.replace(/\\([0-7]{3}|\\)/g, (_escaped, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** How values are parsed. None of pg's own parsers is used: a host may have replaced any, for all pools. */
const readValues: NonNullable<HostQuery['types']> = {
  getTypeParser(type) {
    if (wholeNumbers.has(type)) return Number;
    if (type === bool) return toBoolean;
    if (type === bytea) return toBytes;
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
  return withinTime(
    inTextMode(client, () => client.query({ types: readValues, ...query })),
    withinMs,
  );
}

/**
 * Hands a query over to a connection without its setting `binary`, which a host may have set in `pg.defaults` for all
 * pools: pg then reads values as text although they are not. A query gets the setting at once.
 */
export function inTextMode<Result>(client: object, send: () => Result): Result {
  const setting: unknown = Reflect.get(client, 'binary');
  if (!setting) return send();
  Reflect.set(client, 'binary', false);
  try {
    return send();
  } finally {
    Reflect.set(client, 'binary', setting);
  }
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
