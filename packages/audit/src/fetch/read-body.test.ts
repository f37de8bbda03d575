import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptEncoding, contentCodingOf } from './content-coding.ts';
import { failureOf, reasonOf, testFetcher } from './fixtures/fetching.ts';
import { startHttp, startRawServer, startTcp } from './fixtures/servers.ts';
import { readBody } from './read-body.ts';

const html = Buffer.from(`<!doctype html><title>t</title>${'<p>text'.repeat(200)}`);

/** Fetches a response with these headers and this body. */
async function fetchAnswer(headers: Record<string, string>, body: Buffer) {
  const server = await startHttp((_request, response) =>
    response.writeHead(200, headers).end(body),
  );
  const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
  return fetcher.fetch(new URL(server.url));
}

const encoded = (coding: string, body: Buffer) => fetchAnswer({ 'content-encoding': coding }, body);

describe('a body that is too large', () => {
  it('N14 because it is endless', async () => {
    const server = await startHttp((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      };
      response.on('drain', more);
      more();
    });
    const fetcher = testFetcher({
      allowAddresses: ['127.0.0.1'],
      limits: { wireBytes: 1_000_000 },
    });
    expect(await failureOf(fetcher.fetch(new URL(server.url)))).toMatchObject({
      code: 'page_too_large',
      reason: 'body_too_large',
    });
  });

  it.each(['1000000000', '100000000000000000000'])('N14 Content-Length: %s', async (length) => {
    const server = await startTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 10_000 } });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('body_too_large');
  });

  const zeros = 96 * 1024 * 1024;
  const bombs: [string, () => Buffer][] = [
    ['br', () => brotliOfZeros()],
    ['gzip', () => zlib.gzipSync(Buffer.alloc(zeros))],
    ['deflate', () => zlib.deflateRawSync(Buffer.alloc(zeros))],
  ];
  it.each(bombs)('N15 after decompression: %s', async (coding, make) => {
    const bomb = make();
    const before = process.memoryUsage().rss;
    expect(await reasonOf(encoded(coding, bomb))).toBe('body_decoded_too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  it('as transferred, although its decoded size is small', async () => {
    const stream = Readable.from([zlib.gzipSync(html)]);
    const read = readBody(stream, { coding: 'gzip', maxWireBytes: 20, maxDecodedBytes: 1e6 });
    expect(await reasonOf(read)).toBe('body_too_large');
  });

  it('for the limit of its request', async () => {
    const server = await startHttp((_request, response) => response.end(html));
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const url = new URL(server.url);
    expect(await reasonOf(fetcher.fetch(url, { maxDecodedBytes: 100 }))).toBe('body_too_large');
    expect(await reasonOf(fetcher.fetch(url, { maxWireBytes: 100 }))).toBe('body_too_large');
    expect((await fetcher.fetch(url, { maxWireBytes: html.length })).body).toHaveLength(
      html.length,
    );
  });
});

describe('a content coding', () => {
  it.each([
    ['N16', 'gzip, gzip'],
    ['N16', 'gzip,br'],
    ['N16', 'gzip,gzip,gzip,gzip,gzip,gzip'],
    ['N16', 'gzip, none'],
    ['N16', 'compress'],
    ['N18', 'zstd'],
  ])('%s that is not supported: %s', async (_id, coding) => {
    expect(await failureOf(encoded(coding, zlib.gzipSync(html)))).toMatchObject({
      code: 'page_unreachable',
      reason: 'encoding_unsupported',
    });
  });

  it.each([
    ['N17', 'identity', html],
    ['N17', '', html],
    ['N17', 'gzip', zlib.gzipSync(html)],
    ['N17', 'x-gzip', zlib.gzipSync(html)],
    ['N17', 'GZIP', zlib.gzipSync(html)],
    ['N17', 'gzip, identity', zlib.gzipSync(html)],
    [
      'N17',
      'gzip',
      Buffer.concat([zlib.gzipSync(html.subarray(0, 9)), zlib.gzipSync(html.subarray(9))]),
    ],
    ['N17', 'gzip', Buffer.concat([zlib.gzipSync(html), Buffer.from('other bytes')])],
    ['N17', 'gzip', zlib.gzipSync(html).subarray(0, -8)],
    ['N17', 'none', html],
    ['N17', 'UTF-8', html],
    ['N17', 'text/html, identity', html],
    ['N17', 'deflate', zlib.deflateSync(html)],
    ['N17', 'deflate', zlib.deflateRawSync(html)],
    ['N17', 'Br', zlib.brotliCompressSync(html)],
  ])('%s that is decoded: "%s"', async (_id, coding, body) => {
    const fetched = await encoded(coding, body);
    expect(Buffer.from(fetched.body)).toEqual(html);
    expect(fetched.transferBytes).toBe(body.length);
    expect(fetched.headers.get('content-encoding')).toEqual([coding]);
  });

  const cut = (body: Buffer) => body.subarray(0, body.length - 12);
  it.each([
    ['N19', 'gzip', cut(zlib.gzipSync(html))],
    ['N19', 'br', cut(zlib.brotliCompressSync(html))],
    ['N19', 'deflate', cut(zlib.deflateSync(html))],
    ['N19', 'deflate', cut(zlib.deflateRawSync(html))],
    ['N19', 'gzip', html],
    ['N19', 'br', html],
    ['N19', 'deflate', html],
    ['N19', 'gzip', Buffer.alloc(0)],
  ])('%s that does not match the body: %s', async (_id, coding, body) => {
    expect(await failureOf(encoded(coding, body))).toMatchObject({
      code: 'page_unreachable',
      reason: 'encoding_invalid',
    });
  });

  it('is requested only if it is supported', () => {
    expect(acceptEncoding).toBe('gzip, deflate, br');
    for (const coding of acceptEncoding.split(', ')) expect(contentCodingOf([coding])).toBe(coding);
  });
});

describe('without a body', () => {
  it.each([204, 304])('the coding of a %i is ignored', async (status) => {
    const server = await startRawServer(
      `HTTP/1.1 ${status} x\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect((await fetcher.fetch(new URL(server.url))).body).toHaveLength(0);
  });
});

describe('cutAt', () => {
  it('of 0 returns only the headers', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-length': '99999999999', 'x-name': 'a' }).write('x');
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const fetched = await fetcher.fetch(new URL(server.url), { cutAt: 0 });
    expect(fetched.headers.get('x-name')).toEqual(['a']);
    expect(fetched.body).toHaveLength(0);
  });

  it('stops without an error, and closes the connection', async () => {
    const server = await startHttp((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a'))) {}
      };
      response.on('drain', more);
      more();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 10_000 } });
    const { body } = await fetcher.fetch(new URL(server.url), { cutAt: 100_000 });
    expect(body).toHaveLength(100_000);
  });

  it('applies to the decoded size', async () => {
    const body = Readable.from([zlib.gzipSync(Buffer.alloc(5_000_000))]);
    const read = await readBody(body, {
      coding: 'gzip',
      maxWireBytes: 1e6,
      maxDecodedBytes: 1e6,
      cutAt: 5000,
    });
    expect(read.bytes).toHaveLength(5000);
  });
});

/** Half a gigabyte of zeros in about 400 bytes. */
function brotliOfZeros(): Buffer {
  return zlib.brotliCompressSync(Buffer.alloc(512 * 1024 * 1024), {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 1,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
    },
  });
}
