import type { Store } from '@sitegrade/core';
import pg from 'pg';
import type { HostQuery } from '../src/host-pool.ts';
import { postgresStore } from '../src/index.ts';
import { wrappedPool } from './wrapped-pool.ts';

/** A statement of the store, and how the server runs it. */
export interface Plan {
  readonly text: string;
  readonly plan: string;
}

/** Runs methods of a store on this pool, and explains their statements with these options of `explain`. */
export function explainStatements(pool: pg.Pool) {
  const asked: HostQuery[] = [];
  const recording = wrappedPool(pool, (query, client) => {
    asked.push(query);
    return client.query(query);
  });
  const recorded = postgresStore({ pool: recording });
  return async (
    run: (store: Store) => Promise<unknown>,
    options = 'costs off',
  ): Promise<readonly Plan[]> => {
    asked.length = 0;
    await run(recorded);
    const plans: Plan[] = [];
    // In the store's own transactions, because of their settings.
    await pool.query(asked.find(({ text }) => text.startsWith('begin'))?.text ?? 'begin');
    for (const { text, values } of asked) {
      // Settings and transactions have none.
      if (values === undefined) continue;
      plans.push({ text, plan: await planOf(pool, text, values, options) });
    }
    await pool.query('rollback');
    return plans;
  };
}

/** As a prepared statement, because only those have generic plans. */
async function planOf(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  options: string,
): Promise<string> {
  const literals = values.map((value) => {
    if (value === null) return 'null';
    if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
    return Array.isArray(value) ? `'{${value.join()}}'` : pg.escapeLiteral(String(value));
  });
  const given = literals.length === 0 ? '' : `(${literals.join()})`;
  await pool.query(`prepare explained as ${text}`);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (${options}) execute explained${given}`,
  );
  await pool.query('deallocate explained');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** How the server runs the statements in the functions that this statement calls, which `explain` does not show. */
export async function plansInFunctions(pool: pg.Pool, text: string): Promise<readonly string[]> {
  const client = await pool.connect();
  const plans: string[] = [];
  const onNotice = ({ message = '' }) => plans.push(message);
  client.on('notice', onNotice);
  await client.query(`load 'auto_explain'; set auto_explain.log_level = notice;
    set auto_explain.log_nested_statements = on; set auto_explain.log_min_duration = 0`);
  await client.query(text);
  await client.query('set auto_explain.log_min_duration = -1');
  client.off('notice', onNotice);
  client.release();
  return plans.filter((plan) => !plan.includes(text));
}
