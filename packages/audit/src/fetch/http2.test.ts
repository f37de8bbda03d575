import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownFetcher, reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { flags, floods, frame, literal, status200, types } from './fixtures/http2-frames.ts';
import { startFrames, startHttp2 } from './fixtures/http2-servers.ts';
import { pem, type TestServer } from './fixtures/servers.ts';
import { isHttp2Safe } from './http2.ts';
import type { FetchLimits } from './limits.ts';

async function fetcherFor(limits: Partial<FetchLimits> = {}) {
  const dns = await testDns({ 'good.test': ['127.0.0.1'] });
  return testFetcher({
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    trustedCertificates: [pem('ca.pem')],
    limits,
  });
}

const urlOf = ({ port }: TestServer, path = '/') => new URL(path, `https://good.test:${port}`);
const textOf = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString();

it('a report requests over one connection to a server that offers HTTP/2', async () => {
  const seen: string[] = [];
  const held: ServerHttp2Stream[] = [];
  const server = await startHttp2((stream, headers) => {
    seen.push(`${headers[':path']} ${headers['x-own']} ${headers['user-agent']}`);
    held.push(stream);
    if (held.length < 4) return;
    for (const each of held.splice(0)) {
      each.respond({ ':status': 203, 'set-cookie': ['a=1', 'b=2'], 'x-latin': 'caf\u00e9' });
      each.end('<p>');
    }
  });
  const fetcher = await fetcherFor();
  const paths = ['/a?b=c', '/b', '/c', '/d'];
  const all = await Promise.all(
    paths.map((path) => fetcher.fetch(urlOf(server, path), { userAgent: 'tester' })),
  );
  expect(all.map(textOf)).toEqual(['<p>', '<p>', '<p>', '<p>']);
  expect(all[0]).toMatchObject({ status: 203, finalUrl: urlOf(server, '/a?b=c').href });
  const { headers } = all[0] ?? { headers: new Map() };
  expect(Object.fromEntries(headers)).toEqual({
    'set-cookie': ['a=1', 'b=2'],
    'x-latin': ['café'],
    date: [expect.any(String)],
  });
  expect(seen.sort()).toEqual(paths.map((path) => `${path} undefined tester`));
  expect(await fetcher.handshake(urlOf(server))).toMatchObject({ alpn: 'h2' });
  expect(server.connections()).toBe(1);
});

it('an unchanged page has no body, although it has a length', async () => {
  const server = await startHttp2((stream) => {
    stream.respond({ ':status': 304, 'content-length': 9 }, { endStream: true });
  });
  const fetcher = await fetcherFor();
  const { status, body } = await fetcher.fetch(urlOf(server));
  expect([status, body.length]).toEqual([304, 0]);
});

it('follows redirects, and reads large bodies', async () => {
  const large = 'x'.repeat(3_000_000);
  const server = await startHttp2((stream, headers) => {
    if (headers[':path'] === '/') {
      stream.respond({ ':status': 301, location: '/large' });
      stream.end('moved');
    } else {
      stream.respond({ ':status': 200 });
      stream.end(large);
    }
  });
  const fetcher = await fetcherFor();
  const { body, transferBytes, finalUrl } = await fetcher.fetch(urlOf(server));
  expect([body.length, transferBytes, finalUrl]).toEqual([
    large.length,
    large.length,
    urlOf(server, '/large').href,
  ]);
  expect(server.connections()).toBe(1);
});

describe('a limit', () => {
  const respond = (stream: ServerHttp2Stream) => stream.respond({ ':status': 200 });
  const endless = (stream: ServerHttp2Stream, length?: number) => {
    stream.respond({ ':status': 200, ...(length && { 'content-length': length }) });
    const more = () => {
      while (!stream.destroyed && stream.write('x'.repeat(65_536))) {}
    };
    stream.on('drain', more);
    more();
  };

  it.each<[string, string, Partial<FetchLimits>, (stream: ServerHttp2Stream) => void]>([
    ['the headers', 'headers_timeout', { headersMs: 100 }, () => {}],
    ['the next chunk', 'body_timeout', { bodyIdleMs: 100 }, respond],
    ['all', 'fetch_timeout', { totalMs: 200 }, respond],
    ['bytes', 'body_too_large', { wireBytes: 1_000_000 }, (stream) => endless(stream)],
    [
      'header bytes',
      'headers_too_large',
      { headerBytes: 1_000 },
      (stream) =>
        stream.respond({ ':status': 200, 'x-long': 'x'.repeat(1_000) }, { endStream: true }),
    ],
  ])('of %s: %s', async (_name, reason, limits, onStream) => {
    let closed = 0;
    const server = await startHttp2((stream) => {
      stream.on('close', () => {
        closed += 1;
      });
      onStream(stream);
    });
    const fetcher = await fetcherFor(limits);
    expect(await reasonOf(fetcher.fetch(urlOf(server)))).toBe(reason);
    // The server learns of it, and the connection stays.
    await expect.poll(() => closed).toBe(1);
    expect([server.connections(), server.open()]).toEqual([1, 1]);
  });

  it('ends a request with its signal, and not the others', async () => {
    const held: ServerHttp2Stream[] = [];
    const server = await startHttp2((stream) => held.push(stream));
    const fetcher = await fetcherFor();
    const lost = reasonOf(fetcher.fetch(urlOf(server), { timeoutMs: 200 }));
    const kept = fetcher.fetch(urlOf(server));
    expect(await lost).toBe('fetch_timeout');
    for (const stream of held) if (!stream.destroyed) stream.respond({}, { endStream: true });
    expect((await kept).status).toBe(200);
  });

  it.each([undefined, 1e9])('leaves what is not needed of a body of %s bytes', async (length) => {
    const server = await startHttp2((stream) => endless(stream, length));
    const fetcher = await fetcherFor();
    // So many that bytes are counted meanwhile.
    for (let count = 0; count < 150; count += 1) {
      await fetcher.fetch(urlOf(server), { cutAt: count % 2 });
    }
    expect(server.connections()).toBe(1);
  });
});

describe('a server is asked again by HTTP/1.1', () => {
  const close = (code: number) => (stream: ServerHttp2Stream) => stream.close(code);

  it.each<[string, (stream: ServerHttp2Stream) => void]>([
    ['that refuses a request', close(constants.NGHTTP2_REFUSED_STREAM)],
    ['that cancels a request', close(constants.NGHTTP2_CANCEL)],
    ['that ends a request without a response', close(constants.NGHTTP2_NO_ERROR)],
    ['that wants HTTP/1.1', close(constants.NGHTTP2_HTTP_1_1_REQUIRED)],
    ['that goes away with an error', ({ session }) => session?.goaway(1)],
    ['that closes its connection', ({ session }) => session?.destroy()],
    [
      'whose response has too many headers',
      (stream) =>
        stream.respond(
          Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`x-${at}`, ''])),
          { endStream: true },
        ),
    ],
  ])('%s', async (_name, onStream) => {
    let asked = 0;
    const server = await startHttp2((stream) => {
      asked += 1;
      onStream(stream);
    });
    const fetcher = await fetcherFor();
    expect(textOf(await fetcher.fetch(urlOf(server)))).toBe('by 1.1');
    expect(textOf(await fetcher.fetch(urlOf(server)))).toBe('by 1.1');
    // It has never sent a response by HTTP/2, so it is not asked by that any more.
    expect(asked).toBe(1);
  });

  it('that sends nothing in time, for the requests after that', async () => {
    const server = await startHttp2(() => {});
    const fetcher = await fetcherFor({ headersMs: 100 });
    expect(await reasonOf(fetcher.fetch(urlOf(server)))).toBe('headers_timeout');
    expect(textOf(await fetcher.fetch(urlOf(server)))).toBe('by 1.1');
  });

  it('for one request only, if it has sent other responses', async () => {
    let asked = 0;
    const server = await startHttp2((stream) => {
      asked += 1;
      if (asked === 2) stream.close(constants.NGHTTP2_REFUSED_STREAM);
      else stream.respond({}, { endStream: true });
    });
    const fetcher = await fetcherFor();
    const texts: string[] = [];
    for (let count = 0; count < 3; count += 1)
      texts.push(textOf(await fetcher.fetch(urlOf(server))));
    expect(texts).toEqual(['', 'by 1.1', '']);
    expect(asked).toBe(3);
  });

  const declared = Buffer.concat([status200, literal('content-length', '9')]);

  it.each([
    ['cancels it', status200, frame(types.reset, 0, 1, Buffer.of(0, 0, 0, 8))],
    ['fails', status200, frame(types.reset, 0, 1, Buffer.of(0, 0, 0, 2))],
    ['goes away', status200, frame(types.goaway, 0, 0, Buffer.of(0, 0, 0, 1, 0, 0, 0, 1))],
    ['ends it before its declared length', declared, frame(types.data, flags.endStream, 1)],
    ['ends it as if it were complete', declared, frame(types.reset, 0, 1, Buffer.alloc(4))],
  ])('not if a response has begun, and the server %s', async (_name, head, last) => {
    const server = await startFrames((socket, stream) => {
      socket.write(frame(types.headers, flags.endHeaders, stream, head));
      socket.write(frame(types.data, 0, stream, Buffer.from('<p>')));
      setImmediate(() => socket.write(last));
    });
    const fetcher = await fetcherFor();
    expect(await reasonOf(fetcher.fetch(urlOf(server)))).toBe('connection_closed');
  });
});

it('opens another connection when a server has gone away', async () => {
  const sessions: ServerHttp2Session[] = [];
  const server = await startHttp2(
    (stream) => stream.respond({}, { endStream: true }),
    (session) => sessions.push(session),
  );
  const fetcher = await fetcherFor();
  await fetcher.fetch(urlOf(server));
  sessions[0]?.goaway();
  // Until that has arrived, requests are sent on the first one.
  const sessionsAfterNext = async () => {
    expect(textOf(await fetcher.fetch(urlOf(server)))).toBe('');
    return sessions.length;
  };
  await expect.poll(sessionsAfterNext).toBe(2);
});

it.each(floods)('a flood of %s ends', async (_name, onHeaders) => {
  const server = await startFrames(onHeaders);
  const fetcher = await fetcherFor();
  const fetched = fetcher.fetch(urlOf(server));
  // What nghttp2 ends itself differs by its version. Then the request is sent by HTTP/1.1.
  const end = await fetched.then(textOf, ({ reason }) => reason);
  expect(['http_protocol_error', 'by 1.1']).toContain(end);
  await expect.poll(() => server.open()).toBe(end === 'by 1.1' ? 1 : 0);
});

describe('a Node with a nghttp2 that a server can end', () => {
  it.each([
    ['1.61.0', false],
    ['1.68.0', false],
    ['1.68.1', true],
    ['1.70.0', true],
    ['2.0.0', true],
    ['', false],
  ])('has %s: uses HTTP/2 %s', (version, uses) => {
    expect(isHttp2Safe(version)).toBe(uses);
  });

  it('sends requests by HTTP/1.1, and knows from a handshake what the server offers', async () => {
    const server = await startHttp2((stream) => stream.respond({}, { endStream: true }));
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const network = testNetwork({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const fetcher = ownFetcher({ ...network, usesHttp2: false });
    onTestFinished(() => fetcher.close());
    expect(textOf(await fetcher.fetch(urlOf(server)))).toBe('by 1.1');
    expect(await fetcher.handshake(urlOf(server))).toMatchObject({ alpn: 'h2' });
    await expect.poll(() => server.open()).toBe(1);
  });
});
