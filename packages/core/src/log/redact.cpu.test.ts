import { cpuGrowth } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { redact } from './redact.ts';

it.each([
  'a',
  '=',
  '@',
  ':',
  '://',
  '%25',
  'password',
  'password:',
  'x://',
  '"',
  '\\"',
  'cookie ',
  ' ',
  '$2b$',
  'eyJ-',
  'eyJa.eyJ-',
  'bearer+',
  '-----BEGIN ',
  'password=>',
  'a://b:c',
  '%2525',
])('takes linear time for repeated %j', async (part) => {
  const run = (length: number) => {
    for (const tail of ['', '@', '=x', '"']) {
      const text = part.repeat(Math.ceil(length / part.length)) + tail;
      expect(redact(text).length).toBeLessThanOrEqual(2_001);
    }
  };
  expect(await cpuGrowth(run, 12_500)).toBeLessThan(4);
});
