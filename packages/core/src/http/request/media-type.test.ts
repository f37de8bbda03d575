import { describe, expect, it } from 'vitest';
import { parseMediaType } from './media-type.ts';

describe('parseMediaType', () => {
  it.each([
    ['application/json', 'application/json', []],
    [' Text/HTML\t', 'text/html', []],
    ['a/b;charset=UTF-8', 'a/b', ['utf-8']],
    ['a/b ; charset="utf-8" ; x=y', 'a/b', ['utf-8']],
    ['a/b; charset="u\\tf-8"', 'a/b', ['utf-8']],
    ['a/b;x="charset=latin1;"', 'a/b', []],
    ['a/b;;charset=a;CHARSET=b;', 'a/b', ['a', 'b']],
  ])('reads %j', (value, essence, charsets) => {
    expect(parseMediaType(value)).toEqual({ essence, charsets });
  });

  it.each([
    '',
    'a',
    'a/',
    '/b',
    'a/b/c',
    'a/b c',
    'a/b, c/d',
    'a/b; charset = utf-8',
    'a/b; x="y',
    'é/b',
  ])('refuses %j', (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });

  it('is done with a long value in no time', () => {
    const start = performance.now();
    parseMediaType(`a/b${'; '.repeat(8_000)}"`);
    parseMediaType(`a/b;x="${'\\'.repeat(16_000)}`);
    parseMediaType(`a/b${' '.repeat(16_000)}x`);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
