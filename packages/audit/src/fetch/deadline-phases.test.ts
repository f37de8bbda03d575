import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { reasonOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { startFullBacklog } from './fixtures/full-backlog.ts';
import { startTcp } from './fixtures/servers.ts';

const totalMs = 100;
/** Longer than a test: other limits do not end a request before. */
const neverMs = 600_000;
const head = 'HTTP/1.1 200 OK\r\n';

/** A server that sends one part first, and another part repeatedly. */
const saying = (first: string | Buffer, again?: string, everyMs = 20) =>
  startTcp((socket) => {
    socket.write(first);
    if (again === undefined) return;
    const timer = setInterval(() => socket.write(again), everyMs);
    socket.once('close', () => clearInterval(timer));
  });

const half = gzipSync(Buffer.alloc(100_000, 'text')).subarray(0, 60);

/** The phases of a request, each with a server that stalls in it. */
const phases: [phase: string, start: () => Promise<{ port: number }>, origin?: string][] = [
  ['DNS', async () => ({ port: 80 }), 'http://silent.test'],
  ['TCP', async () => ({ port: await startFullBacklog() })],
  ['TLS', () => startTcp(() => {}), 'https://127.0.0.1'],
  ['headers that never come', () => startTcp(() => {})],
  ['headers that drip', () => saying(`${head}X: `, 'a')],
  ['headers announced for ever', () => saying('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 1)],
  ['a body that stalls', () => saying(`${head}Content-Length: 9\r\n\r\na`)],
  ['a body that drips', () => saying(`${head}Content-Length: 99999\r\n\r\n`, 'a')],
  ['chunks that drip', () => saying(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n')],
  [
    'a chunk extension that drips',
    () => saying(`${head}Transfer-Encoding: chunked\r\n\r\n1;`, 'a'),
  ],
  [
    'trailers that drip',
    () => saying(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: `, 'a'),
  ],
  [
    'packed bytes that stall',
    () =>
      saying(
        Buffer.concat([
          Buffer.from(`${head}Content-Encoding: gzip\r\nContent-Length: 99999\r\n\r\n`),
          half,
        ]),
      ),
  ],
  [
    'redirects, each a little late',
    async () => {
      let asked = 0;
      return startTcp((socket) => {
        const timer = setTimeout(() => {
          socket.end(`HTTP/1.1 302 Found\r\nLocation: /${++asked}\r\nContent-Length: 0\r\n\r\n`);
        }, 30);
        socket.once('close', () => clearTimeout(timer));
      });
    },
  ],
];

describe('the deadline ends a request during', () => {
  it.each(phases)('%s', async (_phase, start, origin = 'http://127.0.0.1') => {
    const dns = await testDns({ 'silent.test': 'silent' });
    const { port } = await start();
    const fetcher = testFetcher({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      limits: { totalMs, connectMs: neverMs, headersMs: neverMs, bodyIdleMs: neverMs },
    });
    const reason = await reasonOf(fetcher.fetch(new URL(`${origin}:${port}/`)));
    expect(reason).toBe('fetch_timeout');
  });

  it('the queue for a connection', async () => {
    const server = await startTcp(() => {});
    const limits = { totalMs, headersMs: neverMs };
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], limits });
    const all = Array.from({ length: 10 }, () => reasonOf(fetcher.fetch(new URL(server.url))));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['fetch_timeout']));
    await expect.poll(() => server.connections()).toBeGreaterThanOrEqual(4);
    // Of ten: those that get the connection of another connect just before their time is over, too.
    expect(server.connections()).toBeLessThan(10);
  });
});
