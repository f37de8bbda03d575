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
  const written = [value, value / 1000, value / 1_000_000, value / 1024].map((each) =>
    each.toLocaleString('en'),
  );
  const numbers = remarks.get(id)?.match(/\d+(?:,\d+)*/g) ?? [];
  expect(numbers.some((number) => written.includes(number))).toBe(true);
});
