import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePage } from '../list-latency/make-page.ts';

// A site that delays each response by the milliseconds of the last message. Its first message is its origin.

const page = makePage(20_000);
let delayMs = 0;
const server = createServer((request, response) => {
  const respond = () => {
    const isPage = /^\/\d+$/.test(request.url ?? '');
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? page : undefined);
  };
  if (delayMs === 0) respond();
  else setTimeout(respond, delayMs);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', (ms: number) => {
  delayMs = ms;
  process.send?.('set');
});
process.once('disconnect', () => process.exit());
