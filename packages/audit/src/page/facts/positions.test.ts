import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWork } from '../fixtures/count-work.ts';
import { linesIn, positionsIn } from './positions.ts';

it('counts lines and columns as splitting at line ends does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '😀'), maxLength: 40 });
  fc.assert(
    fc.property(text, (source) => {
      const positionOf = positionsIn(source);
      for (let offset = 0; offset <= source.length; offset++) {
        // Inside of a pair there is no position.
        if (source[offset - 1] === '\r' && source[offset] === '\n') continue;
        const lines = source.slice(0, offset).split(/\r\n|\r|\n/);
        const column = (lines.at(-1)?.length ?? 0) + 1;
        expect(positionOf(offset)).toEqual({ line: lines.length, column });
      }
    }),
    { seed: 1 },
  );
});

it('counts up to an offset in steps', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n'), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (source, step) => {
      const lines = linesIn(source);
      const end = source.length;
      for (let steps = 1; !lines.countNext(end, step); steps++) {
        expect(steps).toBeLessThanOrEqual(end / step);
      }
      expect(lines.positionOf(end)).toEqual(positionsIn(source)(end));
    }),
    { seed: 2 },
  );
});

it('reads no more of a text than requested', () => {
  const text = '\n'.repeat(100_000);
  const lines = linesIn(text);
  // Carriage returns are searched once; there are none.
  expect(countWork(() => lines.countNext(100_000, 1_000))).toBeLessThan(3_000);
});
