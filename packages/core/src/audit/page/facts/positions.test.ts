import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionsIn } from './positions.ts';

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
