import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startDnsServer } from '../../packages/audit/src/fetch/fixtures/dns-server.ts';
import { readPages } from '../typical-pages/page-folder.ts';

// A separate process, so that its CPU time is not measured: a site with the given pages at /0, /1, and so on, and
// a name server by which every host is this site. What the pages refer to exists there, too.

const folder = process.argv[2] ?? '';

const types: readonly (readonly [RegExp, string])[] = [
  [/\.css$/, 'text/css'],
  [/\.m?js$/, 'text/javascript'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/, 'image/png'],
];
const file = Buffer.alloc(20_000, 'a { color: red }\n');
const linked = '<!doctype html><html lang=en><title>Another page</title><p>Text';

let delayMs = 0;
let requests = 0;
const server = createServer(async ({ url = '/' }, response) => {
  requests += 1;
  if (delayMs > 0) await wait(delayMs);
  const { pathname } = new URL(url, 'http://site.test');
  const page = pages[Number(pathname.slice(1) || Number.NaN)];
  if (page !== undefined) return response.setHeader('content-type', 'text/html').end(page);
  if (/^\/(?:sitegrade-|robots\.txt|sitemap|llms|\.well-known)/.test(pathname))
    return response.writeHead(404).end();
  const type = types.find(([ending]) => ending.test(pathname))?.[1];
  response.setHeader('content-type', type ?? 'text/html');
  return response.end(type === undefined ? linked : file);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const pages = readPages(folder).map((page) =>
  page.toString('utf8').replace(/https?:\/\/([\w.-]+)/g, `http://$1:${port}`),
);
const everyName = new Proxy({}, { get: () => ['127.0.0.1'] });
const dns = await startDnsServer(everyName);
process.send?.({ port, dns: dns.address, pages: pages.length });
// A message is the delay of each response from now on; the answer is the number of requests since the last one.
process.on('message', (ms: number) => {
  process.send?.(requests);
  [requests, delayMs] = [0, ms];
});
process.once('disconnect', () => process.exit());
