import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paragraphs, wrap } from './plain-text.ts';

it('wraps at spaces, after at most 78 characters', () => {
  const words = Array.from({ length: 40 }, (_, index) => 'x'.repeat(1 + (index % 9)));
  const lines = wrap(words.join(' '), '* ').split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(wrap(`${'x'.repeat(38)} ${'y'.repeat(39)} z`)).toBe(
    `${'x'.repeat(38)} ${'y'.repeat(39)}\nz`,
  );
});

it('indents as far as the first line, and keeps long words whole', () => {
  const long = `https://example.com/${'a'.repeat(100)}`;
  expect(wrap(`Page: ${long} is long`, '* ')).toBe(`* Page:\n  ${long}\n  is long`);
  expect(wrap(long, '  ')).toBe(`  ${long}`);
});

it('loses no word', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,90}$/), { minLength: 1 }), (words) => {
      expect(wrap(words.join(' '), '* ').slice(2).split(/\s+/)).toEqual(words);
    }),
  );
});

it('joins paragraphs, without those that are missing', () => {
  expect(paragraphs(['a', null, '', 'b'])).toBe('a\n\nb\n');
});
