import { expect, it, onTestFinished } from 'vitest';
import { auditPage } from './audit-page.ts';
import { createConnections } from './fetch/connections.ts';
import { testNetwork } from './fetch/fixtures/fetching.ts';
import { startHttp } from './fetch/fixtures/servers.ts';
import { parseTarget } from './fetch/parse-target.ts';
import { defaultRuleset } from './ruleset.ts';

const network = testNetwork({ allowAddresses: ['127.0.0.1'] });

const options = {
  network,
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

it('uses the connections of its caller, and leaves them open', async () => {
  const site = await startHttp((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>'),
  );
  const connections = createConnections(network);
  onTestFinished(() => connections.close());
  await auditPage(parseTarget(site.url, network), { ...options, connections });
  const first = site.connections();
  expect(site.open()).toBeGreaterThan(0);
  await auditPage(parseTarget(site.url, network), { ...options, connections });
  expect(site.connections() - first).toBeLessThan(first);
  await connections.close();
  await expect.poll(() => site.open()).toBe(0);
});

it('closes its own connections', async () => {
  const site = await startHttp((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>'),
  );
  await auditPage(parseTarget(site.url, network), options);
  await expect.poll(() => site.open()).toBe(0);
});
