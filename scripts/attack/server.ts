import { readFileSync } from 'node:fs';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Fastify from 'fastify';
import { startDnsServer } from '../../packages/audit/src/fetch/fixtures/dns-server.ts';
import type { ServerFigures, ServerStarted } from './start-server.ts';
import { threadCpuMs } from './thread-cpu.ts';

// The attacked server: all defaults except the addresses that it may fetch, and a worker.

// The loader's source maps would make every error cost a hundred times what it does in production.
process.setSourceMapsEnabled(false);

const store = sqliteStore({ filename: ':memory:' });
await store.migrate();
const renderer = process.argv.includes('renders')
  ? (await import('../rendering/open-renderer.ts')).openRenderer()
  : undefined;
const dns = await startDnsServer({ 'good.test': ['127.0.0.1'] });
const authority = new URL('../../packages/audit/src/fetch/fixtures/tls/ca.pem', import.meta.url);
const created = createContext({
  store,
  network: {
    allowAddresses: ['127.0.0.1'],
    ports: 'any',
    nameServers: [dns.address],
    trustedCertificates: [readFileSync(authority, 'utf8')],
  },
  ...(renderer && { renderer }),
});
// Also where the version of Node is one that would not.
const context = { ...created, network: { ...created.network, usesHttp2: true } };
const owners = ['first', 'second', 'third', 'fourth', 'fifth', 'victim'] as const;
const keys = Object.fromEntries(
  await Promise.all(owners.map(async (name) => [name, (await issueApiKey(context, name)).key])),
) as ServerStarted['keys'];

const app = Fastify({ pluginTimeout: 0 });
app.register(sitegradePlugin, { context, worker: true });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

const probeMs = 5;
const now = () => ({
  wall: performance.now(),
  cpu: process.cpuUsage(),
  threadMs: threadCpuMs(),
});
let tick = now();
let start = tick;
let longestBlockMs = 0;
setInterval(() => {
  const next = now();
  const wallMs = next.wall - tick.wall - probeMs;
  // A busy machine may pause this process; time without CPU use is not a block.
  longestBlockMs = Math.max(longestBlockMs, Math.min(wallMs, next.threadMs - tick.threadMs));
  tick = next;
}, probeMs);

process.on('message', () => {
  const end = now();
  const figures: ServerFigures = {
    peakRssMb: process.resourceUsage().maxRSS / 1024,
    cpuSeconds: cpuMs(start, end) / 1000,
    longestBlockMs,
  };
  start = end;
  longestBlockMs = 0;
  process.send?.(figures);
});
process.once('disconnect', () => process.exit());
const started: ServerStarted = { address, keys };
process.send?.(started);

function cpuMs(from: { cpu: NodeJS.CpuUsage }, to: { cpu: NodeJS.CpuUsage }): number {
  return (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system) / 1000;
}
