import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Budgeted, lineBudgets } from './budgets.ts';

const product =
  /^packages\/(?!adapter-suite\/|testing\/)[^/]+\/src\/(?!.*(fixtures\/|for-tests\.|\.test\.))/;

/** Whether a file is a part of the product, or of what tests, measures and shows it. */
export function partOf(file: string): 'product' | 'others' {
  return product.test(file) ? 'product' : 'others';
}

/** The lines of TypeScript in this repository, and their budgets. */
export function measureLines(): readonly Budgeted[] {
  const root = join(import.meta.dirname, '../..');
  const args = ['grep', '--count', '', '--', '*.ts', '*.tsx'];
  const lines = { product: 0, others: 0 };
  const counted = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const line of counted.trim().split('\n')) {
    const [file = '', count] = line.split(':');
    lines[partOf(file)] += Number(count);
  }
  return (['product', 'others'] as const).map((part) => ({
    what: `lines of TypeScript: ${part}`,
    measured: lines[part],
    budget: Object.values(lineBudgets[part]).reduce((sum, count) => sum + count, 0),
  }));
}
