import { expect, it } from 'vitest';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import { flattenString, flattenStrings } from './flatten-string.ts';

it('returns an equal string', () => {
  for (const text of ['', 'short', 'one that is long enough', 'ünd 山 𠀀 \ud800 long enough']) {
    expect(flattenString(text)).toBe(text);
  }
});

it('replaces strings and changes no value', async () => {
  const facts = () => ({
    a: 'one that is long enough',
    b: [{ c: 'another that is long enough', d: null }, 'a third that is long enough'],
    e: { f: 1, g: [] },
    h: new Set(['x', 'one that is long enough', 'y']),
    i: new Map([['a key that is long enough', 'a value that is long enough']]),
  });
  const copied = facts();
  await flattenStrings(copied, takeSlices(2, openCpuAccount()));
  expect(copied).toEqual(facts());
});
