import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePage } from '../list-latency/make-page.ts';

// A site of pages from 2 to 200 KB, most of them small: `/1`, `/2` and so on, with images and missing links. Its first
// message is its origin.

const sizes = [2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 200_000];
const pages = sizes.map(makePage);
const image = Buffer.alloc(40_000);
const server = createServer((request, response) => {
  const path = request.url ?? '';
  const id = /^\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages[Number(id) % pages.length]);
  } else if (path.startsWith('/i/')) {
    response.setHeader('content-type', 'image/png');
    response.end(image);
  } else if (path === '/sitemap.xml') {
    response.setHeader('content-type', 'application/xml');
    response.end(sitemap());
  } else {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>Not found.');
  }
});
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
server.listen(0, '127.0.0.1', () => process.send?.(origin()));
process.once('disconnect', () => process.exit());

function sitemap(): string {
  const urls = Array.from({ length: 500 }, (_, id) => `<url><loc>${origin()}/${id}</loc></url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}
