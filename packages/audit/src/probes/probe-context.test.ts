import { expect, it } from 'vitest';
import { parseRobotsTxt } from '../fetch/robots/robots-rules.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';

const site = new URL('https://example.com/');
const contextOf = (robots: string) =>
  ({
    site,
    robots: {
      kind: 'found',
      url: 'https://example.com/robots.txt',
      rules: parseRobotsTxt(Buffer.from(robots)),
      contentType: null,
    },
    userAgent: 'Mozilla/5.0 (compatible; sitegrade)',
    cpu: openCpuAccount(),
  }) as unknown as ProbeContext;

it('yields to the event loop before each robots.txt comparison', async () => {
  const context = contextOf('user-agent: *\ndisallow: /private');
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const urls = Array.from({ length: 20 }, (_, at) => new URL(`/private/${at}`, site));
  const results = await Promise.all(urls.map((url) => blockedByRobots(context, url)));
  counting = false;
  expect(results.every((result) => result?.kind === 'skipped')).toBe(true);
  expect(rounds).toBeGreaterThanOrEqual(19);
});

it('blocks URLs if robots.txt is too complex to compare completely', async () => {
  const context = contextOf(`user-agent: *\n${'disallow: *b\n'.repeat(30_000)}`);
  expect(await blockedByRobots(context, new URL(`/${'a'.repeat(2_000)}`, site))).not.toBeNull();
  expect(await blockedByRobots(context, new URL('/a', site))).toBeNull();
  expect(await blockedByRobots(context, new URL('https://example.org/'))).toBeNull();
});
