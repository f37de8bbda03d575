import { expect, it } from 'vitest';
import { baseMemory, createAnalysisMemory, memoryOfBody } from './analysis-memory.ts';
import { auditPage } from './audit-page.ts';
import { testNetwork } from './fetch/fixtures/fetching.ts';
import { startHttp } from './fetch/fixtures/servers.ts';
import { parseTarget } from './fetch/parse-target.ts';
import { defaultRuleset } from './ruleset.ts';

const MiB = 1024 * 1024;
const total = 4;
const maxBodyBytes = 20 * MiB;
const page = '<!doctype html><html lang=en><title>Bread</title><p>';

/** A site with a page of a given size, and memory for one large page, which another analysis holds. */
async function busyServer(bytes: number, totalMs: number) {
  let sent = 0;
  const site = await startHttp(({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').write(page);
    const more = () => {
      while (sent < bytes) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536, 'bread '))) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  });
  const memoryBytes = total * baseMemory.bytes + memoryOfBody(maxBodyBytes);
  const memory = createAnalysisMemory({ memoryBytes, total, maxBodyBytes });
  const other = memory.open('bea');
  await other.grow(MiB);
  const network = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs } });
  const audit = (signal?: AbortSignal) =>
    auditPage(parseTarget(site.url, network), {
      network,
      memory,
      ownerId: 'ann',
      now: () => new Date('2026-01-01T00:00:00Z'),
      randomBytes: (size) => new Uint8Array(size),
      ruleset: defaultRuleset,
      expectIndexable: true,
      ...(signal && { signal }),
    });
  return { site, other, memory, audit, sent: () => sent };
}

it('a small page does not wait for memory', async () => {
  const { audit } = await busyServer(400_000, 10_000);
  expect(await audit()).toMatchObject({ audit: { title: 'Bread' } });
});

it('a large page waits for memory, and is not read from the network meanwhile', async () => {
  const { audit, other, sent } = await busyServer(8_000_000, 20_000);
  const result = audit();
  await expect.poll(sent).toBeGreaterThan(512 * 1024);
  for (let round = 0; round < 100; round++) await new Promise(setImmediate);
  // Only the buffers of both sockets are full.
  expect(sent()).toBeLessThan(7_000_000);
  other.close();
  const { audit: report } = await result;
  expect(report).toMatchObject({ title: 'Bread', page: { htmlBytes: expect.any(Number) } });
});

it('reports `overloaded`, not a timeout of the site, if a page waits too long', async () => {
  const { audit, site } = await busyServer(2_000_000, 500);
  await expect(audit()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  await expect.poll(() => site.open()).toBe(0);
});

it('leaves the queue and releases its memory when the client disconnects', async () => {
  const { audit, memory, other, sent } = await busyServer(2_000_000, 10_000);
  const client = new AbortController();
  const result = audit(client.signal);
  await expect.poll(sent).toBeGreaterThan(512 * 1024);
  client.abort(new Error('disconnected'));
  await expect(result).rejects.toThrow('disconnected');
  other.close();
  const next = memory.open('cid');
  await next.grow(MiB);
  expect(next.isWaiting).toBe(false);
});
