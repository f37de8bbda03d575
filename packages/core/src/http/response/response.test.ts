import { describe, expect, it } from 'vitest';
import { etagOf, matchesEtag } from './response.ts';

describe('entity tags', () => {
  it('are equal only for equal bodies', () => {
    expect(etagOf('a')).toBe(etagOf('a'));
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a" ', true],
    [' * ', true],
    ['"b"', false],
    ['a', false],
    ['"a', false],
    ['', false],
    ['w/"a"', false],
  ])('If-None-Match: %s matches "a": %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});
