import { expect, it } from 'vitest';
import { auditPage } from './audit-page.ts';
import { testNetwork } from './fetch/fixtures/fetching.ts';
import { startHttp } from './fetch/fixtures/servers.ts';
import { parseTarget } from './fetch/parse-target.ts';
import { startStopwatch } from './fixtures/stopwatch.ts';
import { readPage } from './page/read-page.ts';
import { defaultRuleset } from './ruleset.ts';

const options = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

it('stops reading a page when its signal is aborted', async () => {
  const body = Buffer.from('<a href=x>x</a>'.repeat(1_000_000));
  const client = new AbortController();
  const reading = readPage(body, 'text/html; charset=utf-8', { signal: client.signal });
  const ended = reading.catch((error: unknown) => error);
  setTimeout(() => client.abort(new Error('disconnected')), 50);
  const took = startStopwatch();
  expect(await ended).toMatchObject({ message: 'disconnected' });
  expect(took()).toBeLessThan(400);
});

it('stops reading the pages of reports whose client disconnected', async () => {
  const large = '<a href=x>x</a>'.repeat(600_000);
  let robots = 0;
  const site = await startHttp(({ url }, response) => {
    if (url === '/robots.txt') robots++;
    if (url === '/') response.setHeader('content-type', 'text/html').end(large);
  });
  const client = new AbortController();
  const { signal } = client;
  const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
  // These use all reading slots, so another page would have to wait.
  const audits = Array.from({ length: 8 }, () =>
    auditPage(parseTarget(site.url, network), { ...options, network, signal }),
  );
  const ended = Promise.allSettled(audits);
  // The page is read while robots.txt is requested.
  await expect.poll(() => robots, { interval: 2, timeout: 15_000 }).toBe(8);
  client.abort(new Error('disconnected'));
  expect((await ended).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
  const took = startStopwatch();
  await readPage(Buffer.from('<p>x'), 'text/html');
  expect(took()).toBeLessThan(300);
  await expect.poll(() => site.open()).toBe(0);
}, 30_000);
