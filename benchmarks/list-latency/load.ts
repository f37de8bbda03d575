import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from './client.ts';
import { makePage } from './make-page.ts';
import type { LoadOptions, LoadResult } from './messages.ts';

// The pages, and those who want reports of them: a process of its own, so that what is measured is
// the server and not this.

const page = { 'content-type': 'text/html; charset=utf-8' };
let pages: readonly Buffer[] = [];
const site = createServer((request, response) => {
  const body = pages[Number(/^\/(\d+)\.html$/.exec(request.url ?? '')?.[1] ?? Number.NaN)];
  // What a page links to is there.
  if (/^\/[pi]\//.test(request.url ?? '')) return response.writeHead(200, page).end();
  if (body === undefined) return response.writeHead(404).end();
  return response.writeHead(200, { ...page, 'content-length': body.length }).end(body);
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const { port } = site.address() as AddressInfo;

process.on('message', async (options: LoadOptions) => {
  pages = options.folder === undefined ? [makePage(options.bytes)] : pagesOf(options.folder);
  process.send?.(await keepAsking(options));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

function pagesOf(folder: string): readonly Buffer[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return names.map((name) => readFileSync(join(folder, name)));
}

/** As many reports under way as wished, until time is up; then waits for the last ones. */
async function keepAsking({ server, key, atOnce, seconds }: LoadOptions): Promise<LoadResult> {
  const client = createClient(server, key, atOnce);
  const result = { reports: 0, failures: 0, lastFailure: '' };
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const ask = async () => {
    while (performance.now() < until) {
      const url = `http://127.0.0.1:${port}/${next++ % pages.length}.html`;
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
  const total = pages.reduce((sum, { length }) => sum + length, 0);
  return { ...result, meanPageBytes: total / pages.length };
}
