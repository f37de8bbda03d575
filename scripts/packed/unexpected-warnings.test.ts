import { expect, it } from 'vitest';
import { unexpectedWarnings } from './unexpected-warnings.ts';

it('finds warnings, except that of a require of an ES module', () => {
  const deprecated = '(node:7) [DEP0001] DeprecationWarning: This is deprecated.';
  const sqlite = '(node:7) ExperimentalWarning: SQLite is an experimental feature';
  const output = [
    'Listening.',
    '(node:7) ExperimentalWarning: CommonJS module /a.cjs is loading ES Module /b.js using require().',
    deprecated,
    sqlite,
    'Support for that might change.',
  ].join('\n');
  expect(unexpectedWarnings(output)).toEqual([deprecated, sqlite]);
});
