import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A site at every address of loopback. Its first message is its port.

const page =
  '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1><p>That has few words.';
const server = createServer((request, response) => {
  const isPage = /^\/\d+$/.test(request.url ?? '');
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isPage ? page : undefined);
});
server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
