import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createContext,
  createCrawl,
  getCrawl,
  type SitegradeEvent,
  startWorker,
} from '@sitegrade/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

const hourMs = 3_600_000;
const ownerId = 'owner-1';
const soon = { timeout: 20_000, interval: 100 };

/** Machines whose clocks differ from the database's, and a website. */
async function useTwoMachines() {
  const requested: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async ({ url = '' }, response) => {
    requested.push(url);
    if (url.startsWith('/p')) await released;
    response.setHeader('content-type', 'text/html');
    if (url === '/robots.txt') response.statusCode = 404;
    // A crawl of one level, whose pages are leased by both machines.
    const links =
      url === '/' ? Array.from({ length: 30 }, (_, index) => `<a href="/p${index}">Page`) : [];
    response.end(
      `<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>Text. ${links.join(' ')}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const schema = ownSchema();
  const events: SitegradeEvent[] = [];
  const machine = async (offsetMs: number) => {
    const store = postgresStore(schema);
    await store.migrate();
    onTestFinished(() => store.close());
    const context = createContext({
      store,
      now: () => new Date(Date.now() + offsetMs),
      network: {
        allowAddresses: ['127.0.0.1'],
        ports: 'any',
        // On a busy machine, the page is held for longer than the default.
        limits: { totalMs: 300_000, headersMs: 300_000 },
      },
      onEvent: (event) => events.push(event),
    });
    const start = (concurrency: number) => {
      const worker = startWorker(context, { concurrency });
      onTestFinished(() => worker.stop(0));
      return worker;
    };
    return { context, start };
  };
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { machine, origin, requested, events, release: () => release() };
}

describe('clocks of two machines seven hours apart', () => {
  it.each([
    ['ahead', 7 * hourMs],
    ['behind', -7 * hourMs],
  ])('do not end a crawl, nor take anything away, when one is %s', async (_, offsetMs) => {
    const { machine, origin, requested, events, release } = await useTwoMachines();
    const [right, wrong] = [await machine(0), await machine(offsetMs)];
    const claims: ('right' | 'wrong')[] = [];
    const activeMs: number[] = [];
    for (const [name, { context }] of [
      ['right', right],
      ['wrong', wrong],
    ] as const) {
      const { claim, endPage } = context.store.crawls;
      const recorded = (claimed: Awaited<ReturnType<typeof claim>>) => {
        if (claimed === undefined) return;
        claims.push(name);
        activeMs.push(claimed.activeMs);
      };
      Object.assign(context.store.crawls, {
        claim: async (...given: Parameters<typeof claim>) => {
          const claimed = await claim(...given);
          recorded(claimed);
          return claimed;
        },
        endPage: async (...given: Parameters<typeof endPage>) => {
          const ended = await endPage(...given);
          recorded(ended.next);
          return ended;
        },
      });
    }
    const { id } = await createCrawl(wrong.context, ownerId, { url: `${origin}/` });
    // The host gets two requests at a time: one of each, which waits for the other.
    right.start(1);
    wrong.start(1);
    const pagesOf = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/p'));
    await vi.waitFor(() => expect(pagesOf(requested)).toHaveLength(2), soon);
    release();
    await vi.waitFor(async () => {
      const crawl = await getCrawl(right.context, ownerId, id);
      expect(crawl).toMatchObject({ status: 'done', end: 'complete' });
    }, soon);
    expect(new Set(claims)).toEqual(new Set(['right', 'wrong']));
    // It took some seconds, by the clock of the database.
    expect(Math.max(...activeMs)).toBeGreaterThan(0);
    expect(Math.max(...activeMs)).toBeLessThan(hourMs);
    expect((await getCrawl(right.context, ownerId, id)).progress).toMatchObject({
      discovered: 31,
      done: 31,
      failed: 0,
    });
    for (let page = 0; page < 30; page += 1) {
      expect(requested.filter((path) => path === `/p${page}`)).toHaveLength(1);
    }
    await vi.waitFor(
      () => expect(events.map(({ type }) => type)).toContain('crawl.completed'),
      soon,
    );
  });
});
