import { expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { parseRobotsTxt } from '../robots/robots-rules.ts';
import { namedByRobots } from './fetch-sitemaps.ts';

it('parses the sitemaps of a robots.txt in slices', async () => {
  const lines = Array.from({ length: 18_000 }, (_, at) => `sitemap:http://p.test/${at}\n`);
  const rules = parseRobotsTxt(Buffer.from(lines.join('')));
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const named = await namedByRobots(
    { kind: 'found', url: 'http://p.test/robots.txt', rules, contentType: null },
    new URL('http://p.test/'),
    openCpuAccount(),
  );
  counting = false;
  expect(named).toHaveLength(18_000);
  expect(rounds).toBeGreaterThan(2);
});
