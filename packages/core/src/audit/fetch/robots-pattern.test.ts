import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWork } from '../page/fixtures/count-work.ts';
import { createRobotsPath } from './robots-path.ts';
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
        expect(compileRobotsPattern(value).matches(createRobotsPath(url))).toBe(
          asRegExp(value).test(url),
        );
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
    expect(compileRobotsPattern(value).matches(createRobotsPath(path))).toBe(matches);
  });

  it('remembers its last answer for that path alone', () => {
    const [a, b] = [createRobotsPath('/a'), createRobotsPath('/b')];
    const { matches } = compileRobotsPattern('/a');
    expect([a, b, b, a].map(matches)).toEqual([true, false, false, true]);
  });

  it('is searched for in a path beyond any URL of ours', () => {
    const path = createRobotsPath(`/${'a'.repeat(5_000)}b`);
    // No index is made: that would look at each character, and take much memory.
    expect(countWork(() => path.endOf('c', 1))).toBeLessThanOrEqual(5_002);
    expect(compileRobotsPattern('/*b$').matches(path)).toBe(true);
    expect(compileRobotsPattern('/*a*ab').matches(path)).toBe(true);
    expect(compileRobotsPattern('/*b*a').matches(path)).toBe(false);
  });
});
