import { expect, it } from 'vitest';
import { filledLines } from './filled-lines.ts';

it('keeps the number of each line, and ignores those without a text', () => {
  expect(filledLines('\r\n a.test \n\n\t\nb.test\rc.test\n', 10)).toEqual([
    { line: 2, text: 'a.test' },
    { line: 5, text: 'b.test' },
    { line: 6, text: 'c.test' },
  ]);
  expect(filledLines(' \n\n', 10)).toEqual([]);
});

it('stops when there is one line more than allowed', () => {
  expect(filledLines('a.test\n'.repeat(100), 100)).toHaveLength(100);
  const many = filledLines('\na.test'.repeat(10_000), 100);
  expect(many).toHaveLength(101);
  expect(many.at(-1)).toEqual({ line: 102, text: 'a.test' });
});
