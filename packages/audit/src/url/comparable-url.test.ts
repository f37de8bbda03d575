import { expect, it } from 'vitest';
import { comparableUrl } from './comparable-url.ts';

it.each([
  ['http://p.test', 'http://p.test/'],
  ['http://p.test/a?#b', 'http://p.test/a'],
  ['http://p.test/%41%7e%5F%2d%30', 'http://p.test/A~_-0'],
  ['http://p.test/%c3%a4%2F%5b%3A', 'http://p.test/%C3%A4%2F%5B%3A'],
  ['http://p.test/ä', 'http://p.test/%C3%A4'],
  ['http://p.test/%%41%4%zz', 'http://p.test/%A%4%zz'],
])('normalises %s to %s', (url, expected) => {
  expect(comparableUrl(new URL(url))).toBe(expected);
});

it('normalises the escape of every octet as RFC 3986 requires', () => {
  for (let octet = 0; octet < 256; octet++) {
    const hex = octet.toString(16).padStart(2, '0');
    const character = String.fromCharCode(octet);
    const expected = /[\w.~-]/.test(character) ? character : `%${hex.toUpperCase()}`;
    for (const written of [hex, hex.toUpperCase(), `${hex[0]?.toUpperCase()}${hex[1]}`]) {
      expect(comparableUrl(new URL(`http://p.test/x%${written}`))).toBe(
        `http://p.test/x${expected}`,
      );
    }
  }
});
