import { expect, it } from 'vitest';
import { unexpectedWarnings } from './unexpected-warnings.ts';

it('finds warnings, and no other output', () => {
  const deprecated = '(node:7) [DEP0001] DeprecationWarning: This is deprecated.';
  const required =
    '(node:7) ExperimentalWarning: CommonJS module /a.cjs is loading ES Module /b.js using require().';
  const output = ['Listening.', deprecated, required, 'Support for that might change.'].join('\n');
  expect(unexpectedWarnings(output)).toEqual([deprecated, required]);
});
