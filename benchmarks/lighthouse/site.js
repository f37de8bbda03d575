import { createServer } from 'node:http';
import { pageFolderOf, readPages } from '../typical-pages/page-folder.ts';

// A small, a middle and a large page of a folder at /0, /1 and /2, whose URLs all lead to this site, and what they refer
// to. A separate process, so that its CPU time is not measured. Its only message has its origin and the sizes.

const bySize = readPages(pageFolderOf(process.argv[2])).toSorted((a, b) => a.length - b.length);
const chosen = [0.1, 0.5, 0.9].map((share) => bySize[Math.floor(bySize.length * share)]);
const types = [
  [/\.css$/, 'text/css', 'a { color: teal }\n'.repeat(1_000)],
  [/\.m?js$/, 'text/javascript', 'window.loaded = true;\n'.repeat(1_000)],
  [
    /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/,
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"/>',
  ],
];
const missing = /^\/(?:sitegrade-|robots\.txt|sitemap|llms|\.well-known)/;

const server = createServer(({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://localhost');
  const page = pages[Number(pathname.slice(1) || Number.NaN)];
  if (page !== undefined) return response.setHeader('content-type', 'text/html').end(page);
  if (missing.test(pathname)) return response.writeHead(404).end('Not found');
  const [, type, body] = types.find(([ending]) => ending.test(pathname)) ?? [];
  return response
    .setHeader('content-type', type ?? 'text/html')
    .end(body ?? '<!doctype html><html lang="en"><title>Another page</title><p>Text');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const pages = chosen.map((page) =>
  page.toString('utf8').replace(/https?:\/\/(?!schema\.org|www\.w3\.org)[\w.-]+/g, origin),
);
process.once('disconnect', () => process.exit());
process.send({ origin, kilobytes: pages.map(({ length }) => Math.round(length / 1_000)) });
