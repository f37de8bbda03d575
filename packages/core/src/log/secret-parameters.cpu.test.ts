import { cpuGrowth } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { redactUrl, secretValues } from './secret-parameters.ts';

it.each([
  ...['?', '&', '=', ';', '#', '%25', '%2525', 'a=', '&a=', '?a=', ';a=', '&token=', 'token', '/'],
  ...['eyJ-', 'eyJa.eyJ-', 'eyJaaaaaa', 'SG.a', 'sk_live_', 'xoxb-', 'AIza', 'aA', '&aA='],
])('takes linear time for repeated %j', async (part) => {
  const run = (length: number) => {
    for (const tail of ['', '=x', '&token=x']) {
      const long = part.repeat(Math.ceil(length / part.length)) + tail;
      expect(redactUrl(`https://example.com/?x=${long}`)).toMatch(/^https:\/\/example\.com\/\?/);
      expect(secretValues(`https://example.com/${long}`)).toBeInstanceOf(Array);
    }
  };
  expect(await cpuGrowth(run, 37_500)).toBeLessThan(4);
});
