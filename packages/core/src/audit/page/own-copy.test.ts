import { expect, it } from 'vitest';
import { openCpuAccount } from '../cpu-account.ts';
import { ownCopies, ownCopy } from './own-copy.ts';
import { takeTurns } from './turns.ts';

it('is the same text', () => {
  for (const text of ['', 'short', 'one that is long enough', 'ünd 山 𠀀 \ud800 long enough']) {
    expect(ownCopy(text)).toBe(text);
  }
});

it('leaves everything as it is', async () => {
  const facts = () => ({
    a: 'one that is long enough',
    b: [{ c: 'another that is long enough', d: null }, 'a third that is long enough'],
    e: { f: 1, g: [] },
    h: new Set(['x', 'one that is long enough', 'y']),
    i: new Map([['a key that is long enough', 'a value that is long enough']]),
  });
  const copied = facts();
  await ownCopies(copied, takeTurns(2, openCpuAccount()));
  expect(copied).toEqual(facts());
});
