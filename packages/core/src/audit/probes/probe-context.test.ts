import { expect, it } from 'vitest';
import { openCpuAccount } from '../cpu-account.ts';
import { parseRobotsTxt } from '../fetch/robots/robots-rules.ts';
import { type ProbeContext, refusalOf } from './probe-context.ts';

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

it('compares each URL of the site with robots.txt in a slice of its own', async () => {
  const context = contextOf('user-agent: *\ndisallow: /private');
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const urls = Array.from({ length: 20 }, (_, at) => new URL(`/private/${at}`, site));
  const refusals = await Promise.all(urls.map((url) => refusalOf(context, url)));
  counting = false;
  expect(refusals.every((refusal) => refusal?.kind === 'not_asked')).toBe(true);
  expect(rounds).toBeGreaterThanOrEqual(19);
});

it('samples nothing of a site whose robots.txt is too complex to compare whole', async () => {
  const context = contextOf(`user-agent: *\n${'disallow: *b\n'.repeat(30_000)}`);
  expect(await refusalOf(context, new URL(`/${'a'.repeat(2_000)}`, site))).not.toBeNull();
  expect(await refusalOf(context, new URL('/a', site))).toBeNull();
  expect(await refusalOf(context, new URL('https://example.org/'))).toBeNull();
});
