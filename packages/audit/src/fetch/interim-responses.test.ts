import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureOf, reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { pem, startRawServer, startTcp, startTls } from './fixtures/servers.ts';
import { rawConnection, requestThrough, testProxy } from './fixtures/through-proxy.ts';
import { postMessage } from './post-message.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A body that begins like an interim response. */
const alike = `HTTP/1.1 200 OK\r\nContent-Length: ${proceed.length}\r\n\r\n${proceed}`;

const fetchFrom = async (url: string, headerBytes = 16_384) => {
  const fetcher = testFetcher({ ...allowing, limits: { headerBytes } });
  const { status, body } = await fetcher.fetch(new URL(url));
  return `${status} ${Buffer.from(body)}`;
};

/** Writes each byte alone, in rounds of the event loop. */
async function drip(socket: Socket, bytes: string): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of bytes) {
    socket.write(byte, 'latin1');
    await nextRound();
  }
  socket.end();
}

/** What precedes a response. */
const interim: Readonly<Record<string, string>> = {
  'that is not expected': proceed,
  'without a reason': 'HTTP/1.1 100\r\n\r\n',
  'with headers': 'HTTP/1.1 100 Continue\r\nServer: x\r\nX-A:\r\n\r\n',
  'with a length': 'HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\n',
  'in chunks': 'HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n',
  'that closes': 'HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n',
  'of HTTP/1.0': 'HTTP/1.0 100 Continue\r\n\r\n',
  'after an empty line': `\r\n${proceed}`,
  'before an empty line': `${proceed}\r\n`,
  'ten times': proceed.repeat(10),
  'before and after others': `HTTP/1.1 102 Processing\r\n\r\n${proceed}HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${proceed}`,
  'of another status that closes': 'HTTP/1.1 103 Early Hints\r\nConnection: close\r\n\r\n',
  'of an unknown status': 'HTTP/1.1 199 Unknown\r\n\r\n',
};

describe.each(Object.entries(interim))('an interim response %s', (_name, before) => {
  it.each([
    ['in one packet', (socket: Socket, response: string) => socket.end(response)],
    ['in packets of a byte', drip],
  ])('precedes the response, %s', async (_how, send) => {
    const server = await startTcp((socket) => void send(socket, before + ok));
    expect(await fetchFrom(server.url)).toBe('200 ok');
  });

  it('precedes each response of a connection', async () => {
    const server = await startTcp((socket) => {
      socket.write(before + ok);
      socket.on('data', () => socket.write(before + ok));
    });
    const fetcher = testFetcher(allowing);
    for (let count = 0; count < 3; count++) {
      const { body } = await fetcher.fetch(new URL(server.url));
      expect(Buffer.from(body).toString()).toBe('ok');
      await nextRound();
      await nextRound();
    }
    expect(server.connections()).toBe(1);
  });
});

describe('an interim response', () => {
  it('precedes a response over TLS', async () => {
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const server = await startTls(({ socket }) => socket.end(proceed + ok), {
      cert: pem('good.pem'),
      key: pem('server.key'),
    });
    const fetcher = testFetcher({
      ...allowing,
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const { status } = await fetcher.fetch(new URL(`https://good.test:${server.port}/`));
    expect(status).toBe(200);
  });

  it('precedes the response to a message', async () => {
    const server = await startRawServer(proceed + ok);
    const posted = await postMessage(testNetwork(allowing), {
      url: new URL(server.url),
      headers: {},
      body: '{}',
      signal: new AbortController().signal,
      now: () => new Date(0),
    });
    expect(posted.status).toBe(200);
  });

  it('precedes the response to a plain request of a browser', async () => {
    const server = await startRawServer(proceed + ok);
    const proxy = await testProxy(allowing);
    expect(await requestThrough(proxy, server.url)).toMatchObject({ status: 200, body: 'ok' });
  });

  it.each([
    ['in a body', alike],
    ['in a body, after one', proceed + alike],
  ])('is bytes like others %s', async (_where, response) => {
    const server = await startRawServer(response);
    expect(await fetchFrom(server.url)).toBe(`200 ${proceed}`);
  });

  it('is bytes like others where a chunk of a body begins', async () => {
    const server = await startTcp(async (socket) => {
      socket.write(alike.slice(0, -proceed.length));
      for (let round = 0; round < 10; round++) await nextRound();
      socket.end(proceed);
    });
    expect(await fetchFrom(server.url)).toBe(`200 ${proceed}`);
  });

  it('is bytes like others where a chunk begins, while the request is still sent', async () => {
    const server = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n.');
      socket.on('data', (chunk) => chunk.includes('b') && socket.write(proceed));
    });
    const proxy = await testProxy(allowing);
    const head = `POST ${server.url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const browser = rawConnection(proxy, `${head}1\r\na\r\n`);
    let received = '';
    await new Promise<void>((resolve) => {
      browser.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        if (received.endsWith('\r\n\r\n.')) browser.write('1\r\nb\r\n');
        else if (received.endsWith('\r\n\r\n')) resolve();
      });
    });
    expect(received).toMatch(/\r\n\r\n\.HTTP\/1\.1 100 Continue\r\n\r\n$/);
  });

  it.each([
    ['with line ends of LF', `HTTP/1.1 100 Continue\n\n${ok}`],
    ['with a header that is not valid', `HTTP/1.1 100 Continue\r\nX Y: z\r\n\r\n${ok}`],
    ['with a NUL', `HTTP/1.1 100 Continue\r\nX: \0\r\n\r\n${ok}`],
    ['with a line that ends in CR', `HTTP/1.1 100 Continue\r\nX: y\rHTTP/1.1 200 OK\r\n\r\n${ok}`],
    ['with a status of four digits', `HTTP/1.1 1000 Continue\r\n\r\n${ok}`],
    ['of another version', `HTTP/1.2 100 Continue\r\n\r\n${ok}`],
  ])('%s is invalid', async (_what, response) => {
    const server = await startRawServer(response);
    expect(await failureOf(fetchFrom(server.url))).toMatchObject({
      code: 'page_unreachable',
      reason: 'http_protocol_error',
    });
  });

  it.each([
    ['in one packet', 2_000],
    ['in several packets', 500_000],
  ])('is limited like the head of a response, %s', async (_how, size) => {
    const server = await startRawServer(
      `HTTP/1.1 100 Continue\r\nX: ${'x'.repeat(size)}\r\n\r\n${ok}`,
    );
    expect(await reasonOf(fetchFrom(server.url, 1_000))).toBe('headers_too_large');
  });

  it('is limited if its head does not end', async () => {
    const server = await startTcp((socket) =>
      socket.write(`${proceed.trim()}\r\n${'x'.repeat(2_000)}`),
    );
    expect(await reasonOf(fetchFrom(server.url, 1_000))).toBe('headers_too_large');
  });

  it('does not hide a length that is too large', async () => {
    const server = await startRawServer(
      `${proceed}HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(20)}\r\n\r\nok`,
    );
    expect(await reasonOf(fetchFrom(server.url))).toBe('body_too_large');
  });
});
