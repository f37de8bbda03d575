import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './client.ts';
import { makePage } from './make-page.ts';
import type { LoadOptions, LoadResult } from './messages.ts';

// Serves the pages and requests reports of them, in a separate process, so that only the server is
// measured.

const page = { 'content-type': 'text/html; charset=utf-8' };
let pages: readonly Buffer[] = [];
const site = createServer((request, response) => {
  const body = pages[Number(/^\/(\d+)\.html$/.exec(request.url ?? '')?.[1] ?? Number.NaN)];
  // The targets of links exist.
  if (/^\/[pi]\//.test(request.url ?? '')) return response.writeHead(200, page).end();
  if (body === undefined) return response.writeHead(404).end();
  return response.writeHead(200, { ...page, 'content-length': body.length }).end(body);
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const { port } = site.address() as AddressInfo;

process.on('message', async (options: LoadOptions) => {
  pages = options.folder === undefined ? [makePage(options.bytes)] : pagesOf(options.folder);
  process.send?.(await (options.asJobs ? createJobs(options) : createReports(options)));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

function pagesOf(folder: string): readonly Buffer[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return names.map((name) => readFileSync(join(folder, name)));
}

/** Keeps a number of reports in progress until the time is over, and waits for the last ones. */
async function createReports({ server, key, atOnce, seconds }: LoadOptions): Promise<LoadResult> {
  const client = createClient(server, key, atOnce);
  const result = { reports: 0, failures: 0, lastFailure: '' };
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const ask = async () => {
    while (performance.now() < until) {
      const url = urlOf(next++);
      const { status, text } = await client.send('POST', '/reports', JSON.stringify({ url }));
      if (performance.now() > until) return;
      if (status === 201) result.reports++;
      else {
        result.failures++;
        result.lastFailure = `${status} ${text.slice(0, 200)}`;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  client.close();
  return { ...result, meanPageBytes: meanPageBytes() };
}

/** Keeps jobs queued until the time is over, cancels those that are left, and waits for running ones. */
async function createJobs({ server, key, atOnce, seconds }: LoadOptions): Promise<LoadResult> {
  const client = createClient(server, key, 1);
  const until = performance.now() + seconds * 1000;
  const urls = Array.from({ length: 2 * atOnce }, (_, at) => urlOf(at));
  const list = async (path: string) => JSON.parse((await client.send('GET', path)).text);
  const totalOf = async (path: string): Promise<number> => (await list(path)).meta.total;
  const queued = '/jobs?status=queued&per_page=100';
  const before = await totalOf('/reports');
  while (performance.now() < until) {
    await client.send('POST', '/jobs', JSON.stringify({ urls }));
    while (performance.now() < until && (await totalOf(queued)) > atOnce) await sleep(50);
  }
  const reports = (await totalOf('/reports')) - before;
  const { data: left } = await list(queued);
  for (const { id } of left) await client.send('POST', `/jobs/${id}/cancel`);
  while ((await totalOf('/jobs?status=running')) > 0) await sleep(100);
  const failures = await totalOf('/jobs?status=failed');
  client.close();
  return { reports, failures, lastFailure: 'a job', meanPageBytes: meanPageBytes() };
}

function urlOf(at: number): string {
  return `http://127.0.0.1:${port}/${at % pages.length}.html`;
}

function meanPageBytes(): number {
  return pages.reduce((sum, { length }) => sum + length, 0) / pages.length;
}
