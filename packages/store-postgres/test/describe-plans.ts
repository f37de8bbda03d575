import type { Store } from '@sitegrade/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

/** Tables with many rows. */
interface Tables {
  /** Their names without the prefix. Statistics are of these. */
  readonly names: readonly string[];
  /** Names and aliases of those whose rows count, as a regular expression. */
  readonly counted: string;
  /** SQL that fills the tables. */
  readonly filled: string;
  /** SQL of more rows, which stale statistics do not know: without it, there is no such mode. */
  readonly more?: string;
}

/** Methods of a store, and how Postgres runs their statements. */
interface Operation {
  /** SQL and methods that run before, unchecked. */
  readonly given?: string;
  readonly after?: (store: Store) => Promise<unknown>;
  readonly run: (store: Store) => Promise<unknown>;
  /** The most rows of tables that all statements read. Without it, none may read a whole table: of all, or of these. */
  readonly rows?: Readonly<Record<string, number>> | number;
  readonly of?: string;
  /** Instead, with stale statistics. */
  readonly staleRows?: number;
  /** How many statements there are: exactly these, or at least. */
  readonly statements?: number;
  readonly least?: number;
  /** What one of the plans has. */
  readonly plan?: RegExp;
  /** What no plan has. */
  readonly never?: RegExp;
  readonly also?: (plans: readonly Plan[]) => void;
}

const modes = [
  { name: 'for these values', mode: 'force_custom_plan', statistics: 'exact' },
  { name: 'for any values', mode: 'force_generic_plan', statistics: 'exact' },
  { name: 'without statistics', mode: 'force_custom_plan', statistics: 'none' },
  { name: 'with stale statistics', mode: 'force_custom_plan', statistics: 'stale' },
];

/** Tests all operations, one after the other on the same tables, with each kind of plans and statistics. */
export function describePlans(
  tables: Tables,
  operations: Readonly<Record<string, Operation>>,
): void {
  const own = modes.filter(({ statistics }) => statistics !== 'stale' || tables.more);
  describe.each(own)('query plans $name', ({ mode, statistics }) => {
    let pool: pg.Pool;
    let plansOf: ReturnType<typeof explainStatements>;
    beforeAll(async () => {
      pool = await filledPool(tables, mode, statistics);
      plansOf = explainStatements(pool);
    });
    afterAll(() => pool.end());

    it.each(Object.entries(operations))('of %s', async (_, operation) => {
      if (operation.given) await pool.query(operation.given);
      if (operation.after) await plansOf(operation.after);
      const { staleRows, of = `sitegrade|${tables.counted}`, plan: expected, never } = operation;
      const rows = (statistics === 'stale' && staleRows) || operation.rows;
      const plans = await plansOf(operation.run, rows === undefined ? undefined : executed);
      expect(plans).toHaveLength(operation.statements ?? plans.length);
      expect(plans.length).toBeGreaterThanOrEqual(operation.least ?? 1);
      const counts = typeof rows === 'number' ? { [tables.counted]: rows } : rows;
      for (const [counted, most] of Object.entries(counts ?? {})) {
        expectFewRows(plans, most, counted);
      }
      for (const { text, plan } of plans) {
        if (rows === undefined) expect(plan, text).not.toMatch(new RegExp(`Seq Scan on (${of})`));
        if (never) expect(plan, text).not.toMatch(never);
      }
      if (expected) expect(plans.map(({ plan }) => plan).join('\n')).toMatch(expected);
      operation.also?.(plans);
    });
  });
}

/** A connection to a store whose tables are filled, in its own database. */
export async function filledPool(
  { names, filled, more }: Pick<Tables, 'names' | 'filled' | 'more'>,
  mode: string,
  statistics: string,
): Promise<pg.Pool> {
  const { connectionString, schema } = await ownDatabase();
  const options = `-c search_path=${schema} -c plan_cache_mode=${mode}`;
  const pool = new pg.Pool({ connectionString, max: 1, options });
  await pool.query(`create schema ${schema}`);
  await postgresStore({ pool }).migrate();
  const all = names.map((name) => `sitegrade_${name}`);
  for (const table of all) await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await pool.query(filled);
  const analyze = `vacuum (freeze, analyze) ${all.join()}`;
  if (statistics === 'stale') await pool.query(analyze);
  if (more) await pool.query(more);
  if (statistics === 'exact') await pool.query(analyze);
  return pool;
}
