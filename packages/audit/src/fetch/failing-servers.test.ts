import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureOf, reasonOf, testFetcher } from './fixtures/fetching.ts';
import { startFullBacklog } from './fixtures/full-backlog.ts';
import { startHttp, startRawServer, startTcp } from './fixtures/servers.ts';
import type { NetworkOptions } from './network.ts';

const fetchFrom = (url: string, limits: NetworkOptions['limits'] = {}) =>
  testFetcher({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 10_000, ...limits } }).fetch(
    new URL(url),
  );

/** Data that compresses badly, so that half of it is incomplete. */
const text = randomBytes(100_000);

const head = 'HTTP/1.1 200 OK\r\n';

/** Writes a chunk repeatedly until the connection is closed. */
function drip(
  socket: { write(data: string): unknown; on(event: 'close', f: () => void): unknown },
  data: string,
  ms: number,
) {
  const timer = setInterval(() => socket.write(data), ms);
  socket.on('close', () => clearInterval(timer));
}

describe('headers', () => {
  it.each([
    ['N20', `${head}X: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['N20', `${head}${Array.from({ length: 1500 }, (_, i) => `X-${i}: abcdef\r\n`).join('')}\r\n`],
    [
      'N20',
      `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n${Array.from({ length: 2000 }, (_, i) => `X-${i}: abcdef\r\n`).join('')}`,
    ],
  ])('%s that are too large', async (_id, answer) => {
    const server = await startRawServer(answer);
    expect(await failureOf(fetchFrom(server.url))).toMatchObject({
      code: 'page_unreachable',
      reason: 'headers_too_large',
    });
  });

  it('N21 that never come', async () => {
    const server = await startTcp(() => {});
    expect(await failureOf(fetchFrom(server.url, { headersMs: 200 }))).toMatchObject({
      code: 'page_timed_out',
      reason: 'headers_timeout',
    });
  });

  it.each([
    ['N21', 'drip in', 'a'],
    ['N21', 'are announced for ever', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s that %s', async (_id, _what, data) => {
    const server = await startTcp((socket) => {
      if (data === 'a') socket.write(`${head}X: `);
      drip(socket, data, 50);
    });
    expect(await reasonOf(fetchFrom(server.url, { totalMs: 200 }))).toMatch(
      /^(?:headers|fetch)_timeout$/,
    );
  });

  it('are returned in order, repeated ones together', async () => {
    const server = await startRawServer(
      `${head}B: 1\r\nA: 2\r\nb: 3\r\n__proto__: 4\r\nContent-Length: 0\r\n\r\n`,
    );
    const { headers } = await fetchFrom(server.url);
    expect([...headers]).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']],
      ['__proto__', ['4']],
      ['content-length', ['0']],
    ]);
  });
});

describe('a body', () => {
  it('N22 that drips', async () => {
    const server = await startTcp((socket) => {
      socket.write(`${head}Content-Length: 1000\r\n\r\n`);
      drip(socket, 'a', 50);
    });
    expect(await failureOf(fetchFrom(server.url, { totalMs: 200 }))).toMatchObject({
      code: 'page_timed_out',
      reason: 'fetch_timeout',
    });
  });

  it('N22 that stalls', async () => {
    const server = await startTcp((socket) => socket.write(`${head}Content-Length: 9\r\n\r\na`));
    expect(await failureOf(fetchFrom(server.url, { bodyIdleMs: 200 }))).toMatchObject({
      code: 'page_timed_out',
      reason: 'body_timeout',
    });
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('N22 that stalls during decompression: %s', async (coding, packed) => {
    const server = await startTcp((socket) => {
      socket.write(`${head}Content-Encoding: ${coding}\r\nContent-Length: 9999999\r\n\r\n`);
      socket.write(packed.subarray(0, packed.length / 2));
    });
    expect(await failureOf(fetchFrom(server.url, { bodyIdleMs: 200 }))).toMatchObject({
      code: 'page_timed_out',
      reason: 'body_timeout',
    });
  });

  it('N23 that ends too early during decompression', async () => {
    const packed = gzipSync(text);
    const server = await startTcp((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
      socket.end(packed.subarray(0, packed.length / 2));
    });
    expect(await reasonOf(fetchFrom(server.url))).toBe('connection_closed');
  });

  it.each([
    ['N23', 'ends too soon', `${head}Content-Length: 9\r\n\r\na`],
    ['N23', 'ends within a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n9\r\na`],
    ['N23', 'ends within the headers', `${head}Content-`],
    ['N23', 'ends within the headers', `${head}Content-Length: 5\r\nX`],
    ['N23', 'ends within the headers', `${head}Connection: close\r\nContent-Length: 5\r\nX`],
    ['N23', 'never begins', ''],
  ])('%s that %s', async (_id, _what, answer) => {
    const server = await startRawServer(answer);
    expect(await failureOf(fetchFrom(server.url))).toMatchObject({
      code: 'page_unreachable',
      reason: 'connection_closed',
    });
  });

  it.each(['', `${head}Content-Length: 9\r\n\r\na`])('N23 a reset after "%s"', async (answer) => {
    const server = await startTcp((socket) => {
      if (answer === '') socket.resetAndDestroy();
      else socket.write(answer, () => socket.resetAndDestroy());
    });
    expect(await reasonOf(fetchFrom(server.url))).toBe('connection_closed');
  });

  it('N25 in chunks of one byte', async () => {
    const chunks = Buffer.from('1\r\na\r\n'.repeat(200_000));
    const server = await startTcp((socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      socket.end(Buffer.concat([chunks, Buffer.from('0\r\n\r\n')]));
    });
    expect((await fetchFrom(server.url)).body).toHaveLength(200_000);
  });

  it('N25 with a chunk extension of 100 KB', async () => {
    const server = await startRawServer(
      `${head}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`,
    );
    expect((await fetchFrom(server.url)).body).toHaveLength(1);
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['garbage', 'x'.repeat(50)],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/0.9', '<html>hello</html>'],
    [
      'two ways to say the length',
      `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`],
    ['a NUL in a header', `${head}X: a\0b\r\nContent-Length: 0\r\n\r\n`],
    [
      'a protocol that was not requested',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('N24 %s', async (_what, answer) => {
    const server = await startRawServer(answer);
    const failure = await failureOf(fetchFrom(server.url));
    expect(failure).toMatchObject({ code: 'page_unreachable', reason: 'http_protocol_error' });
    expect(failure.message).not.toMatch(/SSH|hello|HPE|127/);
  });
});

describe('a connection', () => {
  it('N27 that is refused', async () => {
    const server = await startHttp(() => {});
    await server.close();
    const failure = await failureOf(fetchFrom(server.url));
    expect(failure).toMatchObject({ code: 'page_unreachable', reason: 'connect_refused' });
    expect(failure.message).not.toMatch(/ECONN|127|\d/);
  });

  it('N27 that is not accepted', async () => {
    const port = await startFullBacklog();
    expect(
      await failureOf(fetchFrom(`http://127.0.0.1:${port}/`, { connectMs: 100 })),
    ).toMatchObject({
      code: 'page_timed_out',
      reason: 'connect_timeout',
    });
  });

  it('ends with the deadline even while it is being set up', async () => {
    const port = await startFullBacklog();
    const limits = { totalMs: 100, connectMs: 600_000 };
    expect(await reasonOf(fetchFrom(`http://127.0.0.1:${port}/`, limits))).toBe('fetch_timeout');
  });
});
