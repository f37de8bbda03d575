import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageOf } from './page-of.ts';

// A site of as many pages as the first argument says, in a separate process. Each page has the size of the second
// argument, and a hundred links to others; its images exist. Its first message is its origin; a message is answered with
// the number of requests since the last one.

const [, , pages = '300', bytes = '20000'] = process.argv;
const count = Number(pages);
const image = Buffer.alloc(2_000);
let requests = 0;

const server = createServer((request, response) => {
  requests += 1;
  const path = request.url ?? '/';
  const page = path === '/' ? 0 : Number(/^\/item\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  const isPage = page < count;
  if (/^\/(?:icon|image\/\d+)\.png$/.test(path)) {
    return response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  }
  response.writeHead(isPage ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  const origin = `http://${request.headers.host}`;
  const given = { page, count, bytes: Number(bytes), path, origin };
  return response.end(isPage ? pageOf(given) : 'Not found');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', () => {
  process.send?.(requests);
  requests = 0;
});
process.once('disconnect', () => process.exit());
