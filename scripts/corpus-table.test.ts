import { expect, it } from 'vitest';
import { differencesOf, tableHead, tableRow } from './corpus-table.ts';

const none = { pass: 0, warn: 0, fail: 0, na: 0, error: 0 };
const counts = new Map([
  ['title', { ...none, pass: 2 }],
  ['h1', { ...none, warn: 1, fail: 1 }],
  ['tls', { ...none, na: 2 }],
]);
const rows = [
  tableHead,
  tableRow('title', { ...none, pass: 2 }),
  tableRow('h1', { ...none, warn: 1, fail: 1 }),
];
const of = (...lines: readonly string[]) => differencesOf(lines.join('\n'), counts, 2);
const text = 'Counts on 2 real pages: 1 checks\nare not in the table.';

it('finds nothing in a table that is right', () => {
  expect(rows.join('\n')).toContain('| `h1` | 0 | 1 | 1 | 0 |');
  expect(of(text, ...rows)).toEqual([]);
});

it('finds other counts, and a check that there is no longer', () => {
  const [head = '', title = '', h1 = ''] = rows;
  expect(of(text, head, title, h1.replace(' 1 |', ' 3 |'))).toContain('| `h1` | 0 | 1 | 1 | 0 |');
  expect(of(text, ...rows, '| `gone` | 1 | 1 | 0 | 0 |')).toEqual(['no check `gone`']);
});

it('finds a new check without a row, and other numbers in the text', () => {
  const [head = '', title = ''] = rows;
  expect(of(text, head, title)).toEqual(['2 checks are not in the table']);
  expect(of(text.replace('2 real', '3 real'), ...rows)).toEqual(['on 2 real pages']);
});
