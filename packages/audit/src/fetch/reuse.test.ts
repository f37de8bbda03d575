import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stopTime } from '../fixtures/fake-time.ts';
import { testFetcher } from './fixtures/fetching.ts';
import { startHttp, startTcp } from './fixtures/servers.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };
/** No limit of the fetcher ends a request before the test does. */
const noLimits = { totalMs: 600_000, headersMs: 600_000, bodyIdleMs: 600_000 };

/** Requests a path four times, one after the other, without reading the bodies. */
async function connectionsFor(respond: (response: ServerResponse, path: string) => unknown) {
  const server = await startHttp(({ url = '' }, response) => respond(response, url));
  const fetcher = testFetcher({ ...allowing, limits: noLimits });
  for (let request = 0; request < 4; request++) {
    await fetcher.fetch(new URL('/a', server.url), { cutAt: 0 });
    // undici uses a connection again in the next round of the event loop.
    await nextRound();
    await nextRound();
  }
  return server.connections();
}

describe('a connection is used again after', () => {
  it.each<[string, (response: ServerResponse, path: string) => unknown]>([
    ['no body', (response) => response.writeHead(204).end()],
    ['a short body', (response) => response.end('x'.repeat(60_000))],
    [
      'a short body of unknown length, some of which comes later',
      (response) => {
        response.write('x'.repeat(30_000));
        setImmediate(() => response.end('x'.repeat(30_000)));
      },
    ],
    [
      'a redirect with a short body',
      (response, path) =>
        path === '/b'
          ? response.end('<p>')
          : setImmediate(() => response.end('<p>Moved')) &&
            response.writeHead(302, { location: '/b' }).write('<p>'),
    ],
  ])('%s', async (_name, respond) => {
    stopTime();
    expect(await connectionsFor(respond)).toBeLessThanOrEqual(2);
  });
});

describe('a connection is closed, without waiting for the limits of the request, after', () => {
  const endless = (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) {}
    };
    response.on('drain', more);
    more();
  };

  it.each<[string, (response: ServerResponse, path: string) => unknown]>([
    [
      'a long body',
      (response) => response.writeHead(200, { 'content-length': 300_000 }).write('x'),
    ],
    ['an endless body', endless],
    ['a body that stalls', (response) => response.write('x')],
    [
      'a redirect with a body that stalls',
      (response, path) => {
        if (path === '/b') response.writeHead(204, { connection: 'close' }).end();
        else response.writeHead(302, { location: '/b' }).write('x');
      },
    ],
  ])('%s', async (_name, respond) => {
    expect(await connectionsFor(respond)).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    [
      'the declared length',
      (response) => response.writeHead(200, { 'content-length': 300_000 }).write('x'),
    ],
    ['what was sent', (response) => response.write('x'.repeat(300_000))],
  ])('at once if %s is too much', async (_name, respond) => {
    // The time limit for the rest of a body never ends.
    stopTime();
    expect(await connectionsFor(respond)).toBeGreaterThanOrEqual(4);
  });
});

/** A complete response, which a server sends although there was only one request. */
const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
const honest = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhonest';

const first: Readonly<Record<string, string>> = {
  'a response without a body': 'HTTP/1.1 204 No Content\r\n\r\n',
  'an unchanged page': 'HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n',
  'a response with a body': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'a response in chunks':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'a redirect': 'HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 2\r\n\r\nok',
};

const timings: Readonly<Record<string, (socket: Socket, response: string) => void>> = {
  'in the same packet': (socket, response) => socket.write(response + forged),
  'in the next packet': (socket, response) => {
    socket.write(response);
    setImmediate(() => socket.write(forged));
  },
  'shortly before the next request': (socket, response) => {
    socket.write(response);
    setTimeout(() => socket.write(forged), 20);
  },
};

describe.each(Object.entries(first))('a second response after %s', (_name, response) => {
  it.each(Object.entries(timings))(
    '%s is not the response to the next request',
    async (_when, send) => {
      const server = await startTcp((socket, start) => {
        const respond = (request: Buffer) => {
          if (request.toString().startsWith('GET /first')) send(socket, response);
          else socket.write(honest);
        };
        respond(start);
        socket.on('data', respond);
      });
      const fetcher = testFetcher(allowing);
      for (let round = 0; round < 3; round++) {
        await fetcher.fetch(new URL('/first', server.url), { cutAt: 0 });
        await wait(40);
        const { body } = await fetcher.fetch(new URL('/second', server.url));
        expect(Buffer.from(body).toString()).toBe('honest');
      }
    },
  );
});
