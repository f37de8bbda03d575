import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { changedText } from './apply-change.ts';
import { mutants } from './mutants/index.ts';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

it.each(mutants)('$name: can be made, and there are tests to notice', ({ changes, tests }) => {
  for (const change of changes) {
    const text = readFileSync(pathOf(change.file), 'utf8');
    expect(changedText(text, change)).not.toBe(text);
  }
  expect(existsSync(pathOf(tests)), tests).toBe(true);
});

it('gives every mutant a name of its own', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
