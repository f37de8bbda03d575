import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pageOf } from '../crawls/page-of.ts';

// A site of as many pages as the first argument says, of the size of the second one, with validators if the third one
// is `etag`, in a process of its own. Its first message is its origin. `change` changes 3 % of the pages; any message is
// answered with the numbers of requests and of bytes that were sent, since the last one.

const [, , pages = '300', bytes = '20000', validators = 'etag'] = process.argv;
const count = Number(pages);
const notes = new Map<number, string>();
const sockets = new Set<Socket>();
let closedBytes = 0;
let before = { requests: 0, bytes: 0 };
let [requests, changes] = [0, 0];

const server = createServer((request, response) => {
  requests += 1;
  const path = request.url ?? '/';
  const page = path === '/' ? 0 : Number(/^\/item\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (!(page < count)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  const origin = `http://${request.headers.host}`;
  const note = notes.get(page) ?? '';
  const etag = `"${createHash('sha256').update(`${page} ${note}`).digest('base64url')}"`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    ...(validators === 'etag' && { etag }),
  };
  if (validators === 'etag' && request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const given = { page, count, bytes: Number(bytes), path, origin, note };
  response.writeHead(200, headers).end(pageOf(given));
});
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.once('close', () => {
    sockets.delete(socket);
    closedBytes += socket.bytesWritten;
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', (message) => {
  if (message === 'change') {
    changes += 1;
    for (let page = 7; page < count; page += 33) {
      notes.set(page, `<p>Changed for the ${changes}. time.</p>`);
    }
  }
  const open = [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
  const now = { requests, bytes: closedBytes + open };
  process.send?.({
    requests: now.requests - before.requests,
    bytes: now.bytes - before.bytes,
  });
  before = now;
});
process.once('disconnect', () => process.exit());
