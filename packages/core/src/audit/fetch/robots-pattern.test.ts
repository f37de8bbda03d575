import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRobotsPattern } from './robots-pattern.ts';

/** The rule as a regular expression says it: slow, but plain. */
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
        expect(compileRobotsPattern(value).matches(url)).toBe(asRegExp(value).test(url));
      }),
      { numRuns: 20_000 },
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
    ['a', '/a', false],
    ['/%e3%83%84', '/%E3%83%84', true],
    ['/\xe3\x83\x84', '/%E3%83%84', true],
    ['/%62', '/b', false],
    ['/%62', '/%62', true],
    ['/%zz', '/%zz', true],
  ])('%j on %j: %s', (value, path, matches) => {
    expect(compileRobotsPattern(value).matches(path)).toBe(matches);
  });

  it('remembers its last answer for that path alone', () => {
    const { matches } = compileRobotsPattern('/a');
    expect([matches('/a'), matches('/b'), matches('/b'), matches('/a')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
