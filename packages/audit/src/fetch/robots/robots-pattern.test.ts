import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRobotsPattern } from './robots-pattern.ts';

const matches = (value: string, path: string, left = 1_000) =>
  compileRobotsPattern(value).matches(path, { left });

/** The pattern as a regular expression: slow, but simple. */
function asRegExp(pattern: string): RegExp {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  const source = body
    .split('*')
    .map((piece) => piece.replace(/[$.?+^(){}|[\]\\/]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}${anchored ? '$' : ''}`, 's');
}

describe('a pattern', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '/', '*', '$'), { maxLength: 8 });

  it('matches what the regular expression matches', () => {
    fc.assert(
      fc.property(letters, letters, (pattern, path) => {
        const value = `/${pattern.join('')}`;
        const url = `/${path.filter((letter) => letter !== '*').join('')}`;
        expect(matches(value, url)).toBe(asRegExp(value).test(url));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['', '/', false],
    ['*', '/', true],
    ['$', '/', false],
    ['/$', '/', true],
    ['/a$b', '/a$b', true],
    ['/a*$', '/abc', true],
    ['/*a$', '/aba', true],
    ['/ab*ba$', '/aba', false],
    ['/*ab*b', '/ab', false],
    ['/*ab*b', '/abb', true],
    ['/*aa*a$', '/xaa', false],
    ['a', '/a', false],
    ['/%e3%83%84', '/%E3%83%84', true],
    ['/\xe3\x83\x84', '/%E3%83%84', true],
    ['/%62', '/b', false],
    ['/%62', '/%62', true],
    ['/%zz', '/%zz', true],
  ])('%j on %j: %s', (value, path, expected) => {
    expect(matches(value, path)).toBe(expected);
  });

  it('subtracts its cost from the remaining work, and matches nothing when that is used up', () => {
    const work = { left: 1_000 };
    const path = `/${'a'.repeat(500)}b`;
    expect(compileRobotsPattern('/*b').matches(path, work)).toBe(true);
    expect(work.left).toBeLessThan(500);
    expect(compileRobotsPattern('/*c').matches(path, work)).toBe(false);
    expect(work.left).toBeLessThan(0);
    expect(compileRobotsPattern('/*b').matches(path, work)).toBe(false);
    // Patterns without a search are still compared.
    expect(compileRobotsPattern('/a').matches(path, work)).toBe(true);
  });
});
