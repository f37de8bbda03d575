import { cpuGrowth } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { ifMatchField } from './if-match.ts';

it.each([', \t', ' ', '"a",', '"', 'W/', '"a" '])(
  'is rejected in linear time with many repetitions of %j',
  async (part) => {
    const run = (times: number) => {
      expect(ifMatchField.read(`${part.repeat(times)}x`)).toHaveProperty('issue');
    };
    expect(await cpuGrowth(run, 12_500)).toBeLessThan(4);
  },
);
