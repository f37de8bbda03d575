import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { readPage } from '../page/read-page.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

const options = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

it('stops reading a page when its signal is aborted', async () => {
  const body = Buffer.from('<a href=x>x</a>'.repeat(1_000_000));
  const client = new AbortController();
  let slices = 0;
  const charge = () => {
    slices += 1;
    if (slices === 3) client.abort(new Error('disconnected'));
  };
  const cpu = { ...openCpuAccount({ signal: client.signal }), charge };
  await expect(readPage(body, 'text/html; charset=utf-8', { cpu })).rejects.toThrow('disconnected');
  await setImmediate();
  expect(slices).toBeLessThanOrEqual(4);
});

it('stops reading the pages of reports whose client disconnected', async () => {
  const large = '<a href=x>x</a>'.repeat(200_000);
  let robots = 0;
  const site = await startHttp(({ url }, response) => {
    if (url === '/robots.txt') robots++;
    if (url === '/') response.setHeader('content-type', 'text/html').end(large);
  });
  const client = new AbortController();
  const { signal } = client;
  const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
  const audits = Array.from({ length: 8 }, () =>
    auditPage(parseTarget(site.url, network), { ...options, network, signal }),
  );
  const ended = Promise.allSettled(audits);
  // The page is read while robots.txt is requested.
  await expect.poll(() => robots, { interval: 2 }).toBe(8);
  client.abort(new Error('disconnected'));
  expect((await ended).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
  // They would use the reading slots, and most rounds of the event loop, each of which does one slice.
  let [slices, rounds, isRead] = [0, 0, false];
  const charge = () => {
    slices += 1;
  };
  const reading = readPage(Buffer.from(large.slice(0, 1_200_000)), 'text/html', {
    cpu: { ...openCpuAccount({ ownerId: 'another' }), charge },
  }).finally(() => {
    isRead = true;
  });
  for (; !isRead; rounds += 1) await setImmediate();
  await reading;
  expect(rounds).toBeLessThan(1.5 * slices + 50);
  await expect.poll(() => site.open()).toBe(0);
});
