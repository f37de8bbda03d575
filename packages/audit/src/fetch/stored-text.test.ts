import { expect, it } from 'vitest';
import { storedText } from './stored-text.ts';

it('keeps 300 characters, and no half of a pair', () => {
  expect(storedText('rye')).toBe('rye');
  expect(storedText('x'.repeat(301))).toBe('x'.repeat(300));
  expect(storedText(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\ufffd`);
});
