import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it('has each figure of speed in the README as a line of the results', () => {
  const [, figures = ''] =
    /<!-- speed -->\n([\s\S]*?)<!-- \/speed -->/.exec(read('../README.md')) ?? [];
  // Without the head of each table, which says what its rows are of.
  const rows = figures.split('\n\n').flatMap((table) => table.trim().split('\n').slice(2));
  expect(rows.length).toBeGreaterThan(3);
  const cellsOf = (line: string) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join('|');
  const results = new Set(read('results.md').split('\n').map(cellsOf));
  expect(rows.map(cellsOf).filter((row) => !results.has(row))).toEqual([]);
});
