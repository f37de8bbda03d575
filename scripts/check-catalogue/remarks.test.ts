import { defaultRuleset } from '@sitegrade/core/checks';
import { expect, it } from 'vitest';
import { remarks } from './remarks.ts';

const { checks } = defaultRuleset;

it('reads sentences without marks of comments, of checks only', () => {
  const ids = new Set(checks.map(({ id }) => id));
  for (const [id, remark] of remarks) {
    expect(ids).toContain(id);
    expect(remark).toMatch(/^[^\n`@]{10,}[.)]$/);
    expect(remark).not.toContain(' * ');
  }
});

const defaults = checks.flatMap(({ id, options = {} }) =>
  Object.entries(options).map(([option, { default: value }]) => ({ id, option, value })),
);

it.each(defaults)('state whose the default of $option of $id is', ({ id, value }) => {
  const units = [1, 1000, 1_000_000, 1024].filter((unit) => unit <= value || unit === 1);
  const written = units.map((unit) => (value / unit).toLocaleString('en'));
  const numbers = remarks.get(id)?.match(/\d+(?:,\d+)*/g) ?? [];
  expect(numbers.some((number) => written.includes(number))).toBe(true);
});
