import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyMutant, readMutants } from './mutants.ts';

const mutants = readMutants();

it.each(mutants)('$name: the guard is in $file', (mutant) => {
  const text = readFileSync(join(import.meta.dirname, '../..', mutant.file), 'utf8');
  expect(applyMutant(text, mutant)).not.toBe(text);
});

it('names every mutant differently', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
