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

/**
 * How values are parsed. Of pg's own parsers only the one for bytes is used: pg returns counts as strings,
 * and a host may have replaced any parser.
 */
const readValues: NonNullable<HostQuery['types']> = {
  getTypeParser(type) {
    if (wholeNumbers.has(type)) return Number;
    if (type === bool) return (value) => value === 't';
    if (type === bytea) return pg.types.getTypeParser(bytea);
    return (value) => value;
  },
};

/** Runs a statement on a connection and returns its rows. */
export type RunStatement = (
  client: HostClient,
  statement: Statement,
  withinMs: number,
) => Promise<readonly unknown[]>;

/**
 * Runs statements, prepared by the connection if the option allows it and it is useful. Values are never
 * part of the SQL, so the number of statements is limited.
 */
export function runStatements(preparedStatements: boolean): RunStatement {
  const names = new Map<string, string>();
  const nameOf = (sql: string): string => {
    const name = names.get(sql) ?? `sitegrade_${createHash('sha1').update(sql).digest('hex')}`;
    names.set(sql, name);
    return name;
  };
  return async (client, { sql, parameters, isPlannedByValues = false }, withinMs) => {
    const query = { text: sql, values: [...parameters], types: readValues };
    const isNamed = preparedStatements && !isPlannedByValues;
    const named = isNamed ? { ...query, name: nameOf(sql) } : query;
    return (await runQuery(client, named, withinMs)).rows;
  };
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ConnectionTimeout('The database did not respond in time.')),
      Math.max(1, withinMs),
    );
  });
  try {
    return await Promise.race([client.query(query), late]);
  } finally {
    clearTimeout(timer);
  }
}
