import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../../../scripts/code-blocks.ts';
import { countEvents } from './count-events.ts';
import { failureCodes } from './label-values.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** The names in the first column of a table, which is found by its header. */
function firstCells(head: string): string[] {
  const [, rows = ''] =
    new RegExp(`^\\| ${head} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
  return rows.split('\n').flatMap((row) => {
    const [, first = ''] = row.split('|');
    return [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  });
}

describe('the README', () => {
  it('shows the lines of app.ts', () => {
    const app = readFileSync(join(import.meta.dirname, 'app.ts'), 'utf8');
    const [shown] = codeBlocks(readme).filter(({ language }) => language === 'ts');
    expect(app.replace(/^ {2}/gm, '')).toContain(shown?.code);
  });

  it('lists every metric and every code', () => {
    const registry = new Registry();
    countEvents(registry);
    const metrics = registry.getMetricsAsArray().map(({ name }) => name);
    expect(firstCells('metric').sort()).toEqual(metrics.sort());
    expect(firstCells('`code`').sort()).toEqual([...failureCodes].sort());
  });
});
