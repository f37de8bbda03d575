import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { Difference } from './difference.ts';
import { startTee } from './start-tee.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function tee(first: RequestListener, second: RequestListener) {
  const differences: (Difference | undefined)[] = [];
  const { url, close } = await startTee({
    urls: [await listen(first), await listen(second)],
    onResponse: (difference) => differences.push(difference),
  });
  closing.unshift(close);
  return { url, differences };
}

const plain: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('x-thing', '1');
    response.end(`${request.method} ${Buffer.concat(chunks)}`);
  });
};

describe('startTee', () => {
  it('forwards responses of both servers, on kept connections, with bodies, to HEAD', async () => {
    const { url, differences } = await tee(plain, plain);
    for (const [method, body] of [
      ['GET', null],
      ['POST', 'x'.repeat(100_000)],
      ['HEAD', null],
      ['PUT', 'y'],
    ] as const) {
      const reply = await fetch(url, { method, body });
      expect(await reply.text()).toBe(method === 'HEAD' ? '' : `${method} ${body ?? ''}`);
    }
    expect(differences).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each<[string, string, RequestListener]>([
    [
      'a status',
      'GET',
      (_request, response) => response.writeHead(201, { 'x-thing': 1 }).end('GET '),
    ],
    ['a header that is missing', 'GET', (_request, response) => response.end('GET ')],
    [
      'the value of a header',
      'GET',
      (_request, response) => response.setHeader('x-thing', '2').end('GET '),
    ],
    [
      'the case of a header name',
      'GET',
      (_request, response) => response.setHeader('X-Thing', '1').end('GET '),
    ],
    ['a body', 'GET', (_request, response) => response.setHeader('x-thing', '1').end('GOT ')],
    [
      'how the body is sent',
      'GET',
      (_request, response) => {
        response.setHeader('x-thing', '1').write('GET ');
        response.end();
      },
    ],
    [
      'the response to HEAD',
      'HEAD',
      (_request, response) => response.setHeader('content-length', '7').end(),
    ],
    ['hanging up', 'GET', (request) => request.socket.destroy()],
    [
      'closing the connection after the response',
      'GET',
      (_request, response) =>
        response.setHeader('connection', 'close').setHeader('x-thing', '1').end('GET '),
    ],
  ])('detects a difference in %s', async (_name, method, other) => {
    for (const [first, second] of [
      [plain, other],
      [other, plain],
    ] as const) {
      const { url, differences } = await tee(first, second);
      await fetch(url, { method }).then(
        (reply) => reply.text(),
        () => 'hung up',
      );
      expect(differences).toEqual([
        { request: `${method} /`, first: expect.anything(), second: expect.anything() },
      ]);
    }
  });

  it('forwards bytes unchanged, and the response to an invalid request', async () => {
    const { url, differences } = await tee(plain, plain);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('get nothing\r\n\r\n');
    expect(await text(socket)).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    expect(differences).toEqual([undefined]);
  });

  it('disconnects from both servers when the client disconnects', async () => {
    const gone: Promise<void>[] = [];
    const hold: RequestListener = (request) => {
      gone.push(new Promise((resolve) => request.once('close', resolve)));
    };
    const { url, differences } = await tee(hold, hold);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => gone.length).toBe(2);
    socket.destroy();
    await Promise.all(gone);
    expect(differences).toEqual([]);
  });
});
