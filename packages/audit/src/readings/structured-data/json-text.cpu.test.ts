import { expect, it } from 'vitest';
import { cpuGrowth } from '../../fixtures/cpu-growth.ts';
import { readJson } from './json-text.ts';

it.each([
  ['escapes', (length: number) => `"${'\\n'.repeat(length / 2)}"`],
  ['an open string', (length: number) => `"${'\\n'.repeat(length / 2)}`],
  ['control characters', (length: number) => `"${'\n'.repeat(length)}"`],
  ['stars', (length: number) => `/*${'*'.repeat(length)}`],
  ['comments', (length: number) => '/**/'.repeat(length / 4)],
  ['slashes', (length: number) => '/'.repeat(length)],
  ['wrappers', (length: number) => '<!--'.repeat(length / 4)],
])('reads %s in linear time', async (_what, textOf) => {
  expect(await cpuGrowth((length) => readJson(textOf(length)), 20_000)).toBeLessThan(4);
});
