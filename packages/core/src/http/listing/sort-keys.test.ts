import { describe, expect, it } from 'vitest';
import { sortKeyRules } from './sort-keys.ts';

describe('sortKeyRules', () => {
  it.each([
    ['id', [1, Number.MAX_SAFE_INTEGER], [0, 1.5, -1, 2 ** 53, '1', null]],
    ['url', ['', 'https://a.test/'], ['x'.repeat(2_049), 'a\0', '\ud800', 1, null]],
    ['domain', ['a.test'], ['a\0', 1, null]],
    ['score', [0, 100], [-1, 101, 0.5, '1', null]],
    ['reports_avg_score', [0, 80.5, 100, null], [-1, 101, '1', Number.NaN]],
    ['reports_count', [0, 2 ** 31 - 1], [-1, 2 ** 31, 0.5, null]],
  ] as const)('knows the keys of %s', (name, right, wrong) => {
    for (const key of right) expect([key, sortKeyRules[name](key)]).toEqual([key, true]);
    for (const key of wrong) expect([key, sortKeyRules[name](key)]).toEqual([key, false]);
  });
});
