import type { Store } from '@sitegrade/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

/** Tables with rows, and the statements about them that are checked. */
interface Tables {
  /** Part of the SQL of a statement that is checked. */
  readonly about: RegExp;
  /** Scans and sorts that are allowed: of what is given, or what another step has found. */
  readonly allowed: RegExp;
  /** SQL that fills the tables. `numbers` has one row for each `n` up to 2,000. */
  readonly filled: string;
  /** SQL of more statistics than none and those of the rows, by their names. */
  readonly statistics?: Readonly<Record<string, string>>;
}

/** Methods of a store, and how SQLite runs their statements: without a scan and a sort, and as this says. */
interface Operation {
  /** SQL that runs before the statistics are made, and after. */
  readonly rows?: string;
  readonly given?: string;
  /** Runs before, unchecked. */
  readonly after?: (store: Store) => Promise<unknown>;
  readonly run: (store: Store) => Promise<unknown>;
  /** Instead of those of the tables. */
  readonly allowed?: RegExp;
  /** How many statements there are, and how many are checked at least. */
  readonly statements?: number;
  readonly least?: number;
  /** Parts of steps. */
  readonly steps?: readonly string[];
  /** All steps of the first statement with this in its SQL. */
  readonly plans?: Readonly<Record<string, readonly string[]>>;
  readonly also?: (plans: readonly Plan[]) => void;
}

/** Tests each operation with each kind of statistics, on new tables. */
export function describePlans(
  { about, allowed, filled, statistics }: Tables,
  operations: Readonly<Record<string, Operation>>,
): void {
  const kinds = { 'without statistics': '', 'with statistics': 'analyze', ...statistics };
  describe.each(Object.entries(kinds))('query plans %s', (_, sql) => {
    it.each(Object.entries(operations))('of %s', async (_name, operation) => {
      const host = new Database(':memory:');
      await sqliteStore({ database: host }).migrate();
      host.exec(`create temp table numbers as with recursive counted (n) as
        (select 1 union all select n + 1 from counted where n < 2000) select n from counted;
        ${filled}; ${operation.rows ?? ''}; ${sql}; ${operation.given ?? ''}`);
      const plansOf = explainStatements(host);
      if (operation.after) await plansOf(operation.after);
      const all = await plansOf(operation.run);
      const plans = all.filter((plan) => about.test(plan.sql));
      const { statements = all.length, least = 1, allowed: isAllowed = allowed } = operation;
      expect(all).toHaveLength(statements);
      expect(plans.length).toBeGreaterThanOrEqual(least);
      for (const plan of plans) {
        const bad = plan.plan.filter(
          (step) => /TEMP B-TREE|^SCAN /.test(step) && !isAllowed.test(step),
        );
        expect(bad, plan.sql).toEqual([]);
      }
      const steps = plans.flatMap(({ plan }) => plan);
      for (const step of operation.steps ?? []) {
        expect(steps).toContainEqual(expect.stringContaining(step));
      }
      for (const [part, plan] of Object.entries(operation.plans ?? {})) {
        expect(plans.find((one) => one.sql.includes(part))?.plan, part).toEqual(plan);
      }
      operation.also?.(plans);
    });
  });
}
