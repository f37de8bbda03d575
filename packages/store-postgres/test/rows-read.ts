import { expect } from 'vitest';
import type { Plan } from './explain-statements.ts';

/** Options of `explain` for {@link expectFewRows}. */
export const executed = 'costs off, analyze, timing off, summary off, buffers off';

/**
 * Expects that all statements together read at most this many rows.
 *
 * @param tables - Names and aliases of the tables whose rows count, as a regular expression.
 */
export function expectFewRows(plans: readonly Plan[], most: number, tables: string): void {
  const texts = plans.map(({ text, plan }) => `${text}\n${plan}`).join('\n\n');
  const read = plans
    .flatMap(({ plan }) => rowsRead(plan, new RegExp(`Scan.* on (${tables})\\b`)))
    .reduce((sum, rows) => sum + rows, 0);
  expect(read, texts).toBeLessThanOrEqual(most);
  expect(read, texts).toBeGreaterThan(0);
}

/** The rows that each of these scans has read, also those that it has dropped. */
function rowsRead(plan: string, scan: RegExp): readonly number[] {
  const nodes = plan.split(/\n(?=\s*->|\s*(?:InitPlan|SubPlan|CTE))/);
  return nodes.flatMap((node) => {
    if (!scan.test(node)) return [];
    const [, rows = '0', loops = '1'] = /actual rows=([\d.]+) loops=(\d+)/.exec(node) ?? [];
    const [, dropped = '0'] = /Rows Removed by Filter: (\d+)/.exec(node) ?? [];
    return (Number(rows) + Number(dropped)) * Number(loops);
  });
}
