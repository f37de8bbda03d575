import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext, createJobs, getJobProgress, startWorker } from '@sitegrade/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

/** A page with links and images of its own site, so that a report sends many requests. */
const html = `<!doctype html><title>A page</title><h1>A page</h1>${Array.from(
  { length: 12 },
  (_, at) => `<a href="/link-${at}">link</a><img src="/image-${at}.png" alt="">`,
).join('')}`;

it('40 jobs of one host on two workers with a store each: eight requests at a time', async () => {
  let open = 0;
  let mostOpen = 0;
  const server = createServer((_request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    // As long as requests of a report overlap, also where this process is slow to send them.
    setTimeout(() => response.setHeader('content-type', 'text/html').end(html), 10);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const filename = temporaryFile();
  const contexts = [1, 2].map(() =>
    createContext({
      store: sqliteStore({ filename }),
      network: { allowAddresses: [`127.0.0.1:${port}`], ports: 'any' },
    }),
  );
  const [context] = contexts;
  if (context === undefined) throw new Error('There is no context.');
  await context.store.migrate();
  const urls = Array.from({ length: 20 }, (_, at) => `http://127.0.0.1:${port}/page-${at}`);
  const batches: (readonly [owner: string, batchId: number])[] = [];
  for (const owner of ['ann', 'bob']) {
    batches.push([owner, (await createJobs(context, owner, { urls })).batchId]);
  }
  const workers = contexts.map((each) => startWorker(each));
  let mostRunning = 0;
  const countRunning = async () => {
    const { running } = await context.store.jobs.countUnended();
    mostRunning = Math.max(mostRunning, running);
  };
  await vi.waitFor(
    async () => {
      await countRunning();
      for (const [owner, batchId] of batches) {
        expect(await getJobProgress(context, owner, batchId)).toMatchObject({ done: 20 });
      }
    },
    { interval: 20 },
  );
  expect(mostRunning).toBe(2);
  expect(mostOpen).toBeGreaterThan(2);
  expect(mostOpen).toBeLessThanOrEqual(8);
  await Promise.all(workers.map((worker) => worker.stop(0)));
  for (const { store } of contexts) await store.close();
});
