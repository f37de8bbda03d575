import { createHash } from 'node:crypto';
import type { Statement } from '@sitegrade/store-kysely';
import { NoConnection } from './database-errors.ts';
import type { HostClient, HostQuery } from './host-pool.ts';
import { readValues } from './read-values.ts';

/** Runs a statement on a connection and gives its rows. */
export type RunStatement = (
  client: HostClient,
  statement: Statement,
  withinMs: number,
) => Promise<readonly unknown[]>;

/**
 * Runs statements, kept prepared by the connection where that is wanted and does good. Values are
 * never part of a text, so there are only as many as there are kinds of query.
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
    return (await answerOf(client, named, withinMs)).rows;
  };
}

/**
 * What the database answers to a query, within a time: the network may have swallowed it. Of late
 * answers nothing is told, so the connection has to be ended.
 */
export async function answerOf(
  client: HostClient,
  query: HostQuery,
  withinMs: number,
): Promise<{ readonly rows: readonly unknown[] }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NoConnection('The database did not answer in time.')),
      Math.max(1, withinMs),
    );
  });
  try {
    return await Promise.race([client.query(query), late]);
  } finally {
    clearTimeout(timer);
  }
}
