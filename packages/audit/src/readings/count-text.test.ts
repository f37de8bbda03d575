import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

it('writes counts as English does', () => {
  const counts = [0, 1, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890];
  expect(counts.map(countText)).toEqual(counts.map((count) => count.toLocaleString('en')));
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(countText(count)).toBe(count.toLocaleString('en'));
    }),
  );
});
