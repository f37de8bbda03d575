import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stopTime, until } from '../fixtures/fake-time.ts';
import { createConnections } from './connections.ts';
import { createFetcher, type FetchOptions } from './fetcher.ts';
import { ownFetcher, reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { startHttp, startTcp, type TestServer } from './fixtures/servers.ts';
import { createSiteHeaders } from './site-headers.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };

/** Waits until a server has no connection left. */
async function closed(server: TestServer): Promise<void> {
  await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
}

const stalling = {
  'before its headers': () => startTcp(() => {}),
  'within its body': () =>
    startTcp((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na')),
};

describe('a request', () => {
  it('sends its user agent and supported codings, and nothing else', async () => {
    let received = '';
    const server = await startHttp((request, response) => {
      received = `${request.method} ${request.url} ${JSON.stringify(request.headers)}`;
      response.end();
    });
    const fetcher = testFetcher({ ...allowing, userAgent: 'Tester/1.0' });
    await fetcher.fetch(new URL(`${server.url}a?b#c`), { accept: 'text/plain' });
    expect(received).toMatch(/^GET \/a\?b \{/);
    expect(received).toContain(`"host":"127.0.0.1:${server.port}"`);
    expect(received).toContain('"user-agent":"Tester/1.0"');
    expect(received).toContain('"accept":"text/plain"');
  });

  it('sends an origin if it has one, instead of that of the site headers', async () => {
    const origins: unknown[] = [];
    const server = await startHttp((request, response) => {
      const names = request.rawHeaders.filter((name) => /^origin$/i.test(name));
      origins.push([names.length, request.headers.origin, request.headers['x-key']]);
      response.end();
    });
    const siteHeaders = createSiteHeaders(new URL(server.url).origin, {
      Origin: 'https://own.example',
      'X-Key': 'k',
    });
    const connections = createConnections(testNetwork(allowing));
    onTestFinished(() => connections.close());
    const fetcher = createFetcher(connections, { siteHeaders });
    onTestFinished(() => fetcher.close());
    await fetcher.fetch(new URL(server.url));
    await fetcher.fetch(new URL(server.url), { origin: 'https://other.invalid' });
    expect(origins).toEqual([
      [1, 'https://own.example', 'k'],
      [1, 'https://other.invalid', 'k'],
    ]);
  });

  it('sends conditions to the given URL only, not to what it redirects to', async () => {
    const conditions: unknown[] = [];
    const server = await startHttp((request, response) => {
      conditions.push([request.url, request.headers['if-none-match']]);
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else response.end();
    });
    const fetcher = testFetcher(allowing);
    await fetcher.fetch(new URL('/a', server.url), { conditions: { 'if-none-match': '"a"' } });
    await fetcher.fetch(new URL('/b', server.url));
    expect(conditions).toEqual([
      ['/a', '"a"'],
      ['/b', undefined],
      ['/b', undefined],
    ]);
  });

  it('U31 an encoded line break stays encoded', async () => {
    let lines: string[] = [];
    const server = await startHttp((request, response) => {
      lines = [request.url ?? '', ...request.rawHeaders];
      response.end();
    });
    await testFetcher(allowing).fetch(new URL(`${server.url}%0d%0aX:%20y`));
    expect(lines[0]).toBe('/%0d%0aX:%20y');
    expect(lines.map((line) => line.toLowerCase())).not.toContain('x');
  });

  it('is timed', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const { timings } = await testFetcher(allowing).fetch(new URL(server.url));
    expect(timings.firstByteMs).toBeGreaterThanOrEqual(0);
    expect(timings.totalMs).toBeGreaterThanOrEqual(timings.firstByteMs);
  });

  it('limits the connections to one host, and queues other requests', async () => {
    let atOnce = 0;
    let most = 0;
    const server = await startHttp((_request, response) => {
      most = Math.max(most, ++atOnce);
      setImmediate(() => {
        atOnce--;
        response.end('<p>');
      });
    });
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const fetcher = testFetcher(allowing);
    const all = Array.from({ length: 20 }, () => fetcher.fetch(new URL(server.url)));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(new Array(20).fill(200));
    expect(most).toBeLessThanOrEqual(4);
    expect(server.connections()).toBeLessThanOrEqual(4);
    expect(warnings).toEqual([]);
  });

  it('waits for a slot of its host, also after a redirect, and of those of all fetchers together', async () => {
    const open = new Set<string>();
    const held: (() => void)[] = [];
    const server = await startHttp((request, response) => {
      const { url = '' } = request;
      open.add(url);
      response.once('close', () => open.delete(url));
      if (url === '/to') response.writeHead(302, { location: '/slow/to' }).end();
      else held.push(() => response.end('<p>'));
    });
    const elsewhere = await startHttp((_request, response) =>
      response.writeHead(302, { location: new URL('/slow/e', server.url).href }).end(),
    );
    const connections = createConnections(testNetwork(allowing));
    onTestFinished(() => connections.close());
    const fetchers = [createFetcher(connections), createFetcher(connections)];
    onTestFinished(() => {
      for (const fetcher of fetchers) fetcher.close();
    });
    const paths = ['/to', '/slow/1', '/slow/2', '/slow/3', '/slow/4', '/slow/5'];
    const urls = [...paths.map((path) => new URL(path, server.url)), new URL(elsewhere.url)];
    const all = urls.map((url, index) => fetchers[index % 2]?.fetch(url));
    const expected = ['/slow/to', '/slow/1', '/slow/2', '/slow/3', '/slow/4', '/slow/5', '/slow/e'];
    const seen = new Set<string>();
    while (seen.size < expected.length) {
      await expect.poll(() => held.length, { interval: 5 }).toBeGreaterThan(0);
      for (const url of open) seen.add(url);
      expect(open.size).toBeLessThanOrEqual(4);
      held.shift()?.();
    }
    for (const end of held) end();
    for (const fetched of await Promise.all(all)) expect(fetched?.status).toBe(200);
    expect([...seen].filter((url) => url !== '/to').toSorted()).toEqual(expected.toSorted());
  });

  it('leaves its slot when it fails or is aborted, also while it waits for it', async () => {
    const server = await startHttp((request, response) => {
      if (request.url === '/fast') response.end('<p>');
      if (request.url === '/cut') response.destroy();
    });
    const urlOf = (path: string) => new URL(path, server.url);
    const connections = createConnections(testNetwork(allowing));
    onTestFinished(() => connections.close());
    const last = createFetcher(connections);
    onTestFinished(() => last.close());
    for (let round = 0; round < 3; round += 1) {
      const fetcher = createFetcher(connections);
      const hung = Array.from({ length: 6 }, () => reasonOf(fetcher.fetch(urlOf('/slow'))));
      const waiting = last.fetch(urlOf('/fast'));
      await expect.poll(() => server.open()).toBeGreaterThan(0);
      fetcher.close();
      await Promise.all(hung.map((one) => one.catch(() => {})));
      expect((await waiting).status).toBe(200);
      const cut = Array.from({ length: 5 }, () => reasonOf(last.fetch(urlOf('/cut'))));
      await Promise.all(cut);
      const invalid = new URL('http://denied.test:22/');
      await expect(last.fetch(invalid)).rejects.toThrow();
    }
    const all = Array.from({ length: 8 }, () => last.fetch(urlOf('/fast')));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(new Array(8).fill(200));
  });

  it('N28 uses no proxy', async () => {
    const proxy = await startHttp((_request, response) => response.end('proxy'));
    const server = await startHttp((_request, response) => response.end('<p>'));
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'];
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    for (const name of names) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const { body } = await testFetcher(allowing).fetch(new URL(server.url));
    expect(Buffer.from(body).toString()).toBe('<p>');
    expect(proxy.connections()).toBe(0);
  });
});

describe('time', () => {
  it('is limited for all requests of a report together', async () => {
    const pass = stopTime();
    let waiting = 0;
    const server = await startHttp((request, response) => {
      if (request.url === '/fast') response.end('<p>');
      else {
        waiting++;
        response.once('close', () => waiting--);
      }
    });
    const limits = { totalMs: 300, headersMs: 600_000 };
    const fetcher = testFetcher({ ...allowing, limits });
    expect((await fetcher.fetch(new URL('/fast', server.url))).status).toBe(200);
    pass(200);
    const slow = ['/a', '/b'].map((path) => reasonOf(fetcher.fetch(new URL(path, server.url))));
    await until(() => waiting === 2);
    pass(100);
    expect(await Promise.all(slow)).toEqual(['fetch_timeout', 'fetch_timeout']);
    expect(await reasonOf(fetcher.fetch(new URL('/fast', server.url)))).toBe('fetch_timeout');
    await expect.poll(() => waiting).toBe(0);
  });

  it('includes the resolution of names', async () => {
    const dns = await testDns({ 's.test': 'silent' });
    const fetcher = testFetcher({ nameServers: [dns.address], limits: { totalMs: 100 } });
    expect(await reasonOf(fetcher.fetch(new URL('http://s.test/')))).toBe('fetch_timeout');
  });

  it('does not include what a request waits for others', async () => {
    const pass = stopTime();
    const held: (() => void)[] = [];
    const server = await startHttp((_request, response) => held.push(() => response.end('<p>')));
    const fetcher = testFetcher(allowing);
    const fetch = (timeoutMs: number) => fetcher.fetch(new URL(server.url), { timeoutMs });
    const first = [fetch(500), fetch(500), fetch(500), fetch(500)];
    await until(() => held.length === 4);
    const waiting = fetch(100);
    pass(400);
    held.shift()?.();
    await until(() => held.length === 4);
    pass(99);
    for (const end of held) end();
    for (const { status } of await Promise.all([...first, waiting])) expect(status).toBe(200);
  });

  it('can be shorter for one request', async () => {
    const server = await startHttp((request, response) => {
      if (request.url === '/fast') response.end('<p>');
    });
    const fetcher = testFetcher(allowing);
    const slow = fetcher.fetch(new URL('/slow', server.url), { timeoutMs: 100 });
    expect(await reasonOf(slow)).toBe('fetch_timeout');
    expect((await fetcher.fetch(new URL('/fast', server.url))).status).toBe(200);
  });
});

describe.each(Object.entries(stalling))('a server that stalls %s', (_when, start) => {
  it('is disconnected when the caller aborts', async () => {
    const server = await start();
    const controller = new AbortController();
    const fetcher = testFetcher(allowing, controller.signal);
    const fetching = fetcher.fetch(new URL(server.url));
    fetching.catch(() => {});
    await expect.poll(() => server.open()).toBe(1);
    controller.abort(new Error('enough'));
    await expect(fetching).rejects.toThrow('enough');
    await closed(server);
  });

  it('is disconnected when the fetcher is closed', async () => {
    const server = await start();
    const fetcher = testFetcher(allowing);
    const fetching = fetcher.fetch(new URL(server.url));
    const failing = expect(fetching).rejects.toThrow('closed');
    await expect.poll(() => server.open()).toBe(1);
    await Promise.all([failing, fetcher.close()]);
    await closed(server);
  });

  it('is disconnected when the time limit is reached', async () => {
    const server = await start();
    const fetcher = testFetcher({ ...allowing, limits: { totalMs: 100 } });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('fetch_timeout');
    await closed(server);
  });
});

it('a connection that is being set up ends with the fetcher', async () => {
  const server = await startTcp(() => {});
  const fetcher = testFetcher({ ...allowing, limits: { connectMs: 60_000 } });
  const fetching = fetcher.fetch(new URL(`https://127.0.0.1:${server.port}/`));
  const failing = expect(fetching).rejects.toThrow('closed');
  await expect.poll(() => server.open(), { interval: 5 }).toBe(1);
  await Promise.all([failing, fetcher.close()]);
  await closed(server);
});

describe('a fetcher', () => {
  it('sends no request for an aborted caller', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const fetcher = testFetcher(allowing, AbortSignal.abort(new Error('gone')));
    await expect(fetcher.fetch(new URL(server.url))).rejects.toThrow('gone');
    expect(server.connections()).toBe(0);
  });

  it('keeps no connection once closed, and can be closed twice', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const fetcher = ownFetcher(testNetwork(allowing));
    await fetcher.fetch(new URL(server.url));
    await fetcher.close();
    await fetcher.close();
    await closed(server);
    await expect(fetcher.fetch(new URL(server.url))).rejects.toThrow('closed');
  });

  it('sends no DNS query after it is closed', async () => {
    let cancelled = 0;
    const resolver = { resolve: () => new Promise<never>(() => {}), cancel: () => cancelled++ };
    const network = { ...testNetwork(), createResolver: () => resolver };
    const fetcher = ownFetcher(network);
    const fetching = fetcher.fetch(new URL('http://p.test/'));
    await Promise.all([expect(fetching).rejects.toThrow('closed'), fetcher.close()]);
    expect(cancelled).toBeGreaterThan(0);
  });

  it('shares no connection with another', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    await testFetcher(allowing).fetch(new URL(server.url));
    await testFetcher(allowing).fetch(new URL(server.url));
    expect(server.connections()).toBe(2);
  });

  it('leaves no listeners on the signal of the caller', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const server = await startHttp((_request, response) => response.end('<p>'));
    const fetcher = ownFetcher(testNetwork(allowing), signal);
    await fetcher.fetch(new URL(server.url));
    await fetcher.close();
    expect(listeners).toBe(0);
  });
});

describe('an error of the caller is not reported as one of the server', () => {
  const fault = new TypeError('a fault of ours');
  const fail = () => {
    throw fault;
  };

  it.each<[string, FetchOptions]>([
    ['in looking at the headers', { onHead: fail }],
    ['in reading', { read: async () => fail() }],
    [
      'in reading, later',
      {
        read: async (chunks) => {
          for await (const _chunk of chunks) fail();
        },
      },
    ],
  ])('%s', async (_where, options) => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    await expect(fetcher.fetch(new URL(server.url), options)).rejects.toBe(fault);
  });
});
