import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  type AnalysisMemory,
  createAnalysisMemory,
  minMemory,
} from '../analysis/analysis-memory.ts';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { stopTime, until } from '../fixtures/fake-time.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const total = 4;
const maxBodyBytes = 20 * MiB;
const never = new AbortController().signal;
const text = (bytes: number) => Buffer.alloc(bytes, 'bread ');

/** A site with one page, and the least memory, which other owners use, too. */
async function startSite(send: (response: ServerResponse) => void) {
  const site = await startHttp(({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    response.write('<!doctype html><html lang=en><title>Bread</title><p>');
    send(response);
  });
  const memory = createAnalysisMemory({
    total,
    maxBodyBytes,
    memoryBytes: minMemory(total, maxBodyBytes),
  });
  /** What the analysis of the page has received, and whether it is complete. */
  const state = { received: 0, isComplete: false };
  const watched: AnalysisMemory = {
    open(ownerId, revoke) {
      const page = memory.open(ownerId, revoke);
      return {
        ...page,
        receive(bytes) {
          state.received = bytes;
          page.receive(bytes);
        },
        startReading(bytes, signal) {
          state.isComplete = true;
          return page.startReading(bytes, signal);
        },
      };
    },
  };
  const limits = { totalMs: 15_000, bodyIdleMs: 5_000 };
  const network = testNetwork({ allowAddresses: ['127.0.0.1'], limits });
  const audit = (signal?: AbortSignal) =>
    auditPage(parseTarget(site.url, network), {
      network,
      memory: watched,
      ownerId: 'ann',
      now: () => new Date('2026-01-01T00:00:00Z'),
      randomBytes: (size) => new Uint8Array(size),
      ruleset: defaultRuleset,
      expectIndexable: true,
      ...(signal && { signal }),
    });
  /** Another owner has received this many bytes. */
  const hold = (ownerId: string, bytes: number) => {
    const page = memory.open(ownerId, () => {});
    page.receive(bytes);
    return page;
  };
  /** Another owner reads a page that takes all memory for reading. */
  const readOther = async () => {
    const other = memory.open('bea', () => {});
    await other.startReading(maxBodyBytes, never);
    onTestFinished(() => other.close());
    return other;
  };
  return { site, audit, hold, readOther, state };
}

const pageOf = (bytes: number) => startSite((response) => response.end(text(bytes)));

it('a small page does not wait for memory', async () => {
  const { audit, readOther } = await pageOf(400 * KiB);
  await readOther();
  expect(await audit()).toMatchObject({ audit: { title: 'Bread' } });
});

it('a large page is fetched while others use the memory, and waits to be read, which is not its time', async () => {
  const { audit, readOther, state } = await pageOf(2 * MiB);
  const other = await readOther();
  const pass = stopTime();
  const result = audit();
  await until(() => state.isComplete);
  pass(9_999);
  other.close();
  await new Promise(setImmediate);
  // Together, this is more than its 15 s.
  pass(9_999);
  expect(await result).toMatchObject({ audit: { title: 'Bread' } });
});

it('reports `overloaded`, not a timeout of the site, if a page waits too long', async () => {
  const { audit, readOther, site, state } = await pageOf(2 * MiB);
  await readOther();
  const pass = stopTime();
  const result = expect(audit()).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 5,
  });
  await until(() => state.isComplete);
  pass(10_000);
  await result;
  await expect.poll(() => site.open()).toBe(0);
});

it('takes the memory of a heavier owner', async () => {
  const { audit, hold } = await pageOf(8 * MiB);
  const light = hold('bea', 4 * MiB);
  const heavy = hold('cid', 24 * MiB);
  expect(await audit()).toMatchObject({ audit: { title: 'Bread' } });
  expect(() => heavy.receive(24 * MiB)).toThrow('Too many large pages');
  light.receive(4 * MiB);
});

it('ends as `overloaded`, with its connection, if its memory is given to another owner', async () => {
  const { audit, hold, site, state } = await startSite((response) => response.write(text(9 * MiB)));
  const result = expect(audit()).rejects.toMatchObject({ code: 'overloaded' });
  await expect.poll(() => state.received).toBeGreaterThan(9 * MiB);
  for (const ownerId of ['bea', 'cid', 'dan', 'eve']) hold(ownerId, 8 * MiB);
  await result;
  await expect.poll(() => site.open()).toBe(0);
});

it('releases its memory when the client disconnects while it waits to be read', async () => {
  const { audit, hold, readOther, state } = await pageOf(2 * MiB);
  await readOther();
  const client = new AbortController();
  const result = audit(client.signal);
  await until(() => state.isComplete);
  const [bea, cid] = [hold('bea', 20 * MiB), hold('cid', 11 * MiB)];
  client.abort(new Error('disconnected'));
  await expect(result).rejects.toThrow('disconnected');
  cid.receive(12.5 * MiB);
  bea.receive(20 * MiB);
});

it('a page beyond 512 KiB that arrives too slowly is not waited for', async () => {
  const slow = await startSite((response) => response.write(text(600 * KiB)));
  const pass = stopTime();
  const result = expect(slow.audit()).rejects.toMatchObject({
    code: 'page_timed_out',
    reason: 'body_too_slow',
  });
  await until(() => slow.state.received > 600 * KiB);
  pass(5_000);
  await result;
  await expect.poll(() => slow.site.open()).toBe(0);
});

it('a page beyond 512 KiB that arrived while this thread was blocked is read', async () => {
  let response: ServerResponse | undefined;
  const { audit, state } = await startSite((started) => {
    response = started;
    started.write(text(600 * KiB));
  });
  const pass = stopTime();
  const result = audit();
  await until(() => state.received > 600 * KiB);
  response?.end(text(400 * KiB));
  // Without a turn of the event loop in between.
  pass(5_000);
  expect(await result).toMatchObject({ audit: { title: 'Bread' } });
});

it('a page beyond 512 KiB that arrives at 64 KiB per second is read', async () => {
  let response: ServerResponse | undefined;
  const { audit, state } = await startSite((started) => {
    response = started;
    started.write(text(600 * KiB));
  });
  const pass = stopTime();
  const result = audit();
  for (let sent = 600; sent < 1_200; sent += 320) {
    await until(() => state.received > sent * KiB);
    pass(4_999);
    response?.write(text(320 * KiB));
    await until(() => state.received > (sent + 320) * KiB);
    pass(1);
  }
  response?.end();
  expect(await result).toMatchObject({ audit: { title: 'Bread' } });
});
