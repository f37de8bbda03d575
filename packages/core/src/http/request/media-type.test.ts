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
  ])('rejects %j', (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });

  it.each([
    `a/b${'; '.repeat(100_000)}"`,
    `a/b;x="${'\\'.repeat(200_000)}`,
    `a/b${' '.repeat(200_000)}x`,
    `a/${'b'.repeat(200_000)} x`,
    `a/b${';x=y'.repeat(50_000)} x`,
  ])('terminates with a long value: %$', { timeout: 10_000 }, (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });
});
