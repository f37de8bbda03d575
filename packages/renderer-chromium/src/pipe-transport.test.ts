import { expect, it } from 'vitest';
import { splitAtNul } from './pipe-transport.ts';

/** The messages in chunks of a size. */
function messages(text: string, size: number, max: number): string[] {
  const found: string[] = [];
  const take = splitAtNul((message) => found.push(message), max);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    take(bytes.subarray(start, start + size));
  return found;
}

it.each([1, 2, 3, 5, 7, 100])(
  'splits chunks of %i bytes at NUL, and skips what is too long',
  (size) => {
    expect(messages('ab\0äöü\0\0too long\0c\0rest', size, 6)).toEqual(['ab', 'äöü', '', 'c']);
  },
);
