import { cpuGrowth } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { parseMediaType } from './body.ts';

it.each([
  ['a/b', '; ', '"'],
  ['a/b;x="', '\\', ''],
  ['a/b', ' ', 'x'],
  ['a/', 'b', ' x'],
  ['a/b', ';x=y', ' x'],
])('rejects %j with many %j before %j in linear time', async (start, part, end) => {
  const run = (length: number) => {
    const value = start + part.repeat(Math.ceil(length / part.length)) + end;
    expect(parseMediaType(value)).toBeUndefined();
  };
  expect(await cpuGrowth(run, 25_000)).toBeLessThan(4);
});
