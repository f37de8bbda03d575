import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const product =
  /^packages\/(?!adapter-suite\/|testing\/)[^/]+\/src\/(?!.*(fixtures\/|for-tests\.|\.test\.))/;

/** Whether a file is a part of the product, or of what tests, measures and shows it. */
export function partOf(file: string): 'product' | 'others' {
  return product.test(file) ? 'product' : 'others';
}

/** Lines of TypeScript in this repository. */
export function countLines(): Readonly<Record<ReturnType<typeof partOf>, number>> {
  const root = join(import.meta.dirname, '../..');
  const args = ['grep', '--count', '', '--', '*.ts', '*.tsx'];
  const lines = { product: 0, others: 0 };
  const counted = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const line of counted.trim().split('\n')) {
    const [file = '', count] = line.split(':');
    lines[partOf(file)] += Number(count);
  }
  return lines;
}
