import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections, requestsAlone } from './connections.ts';
import { createFetcher } from './fetcher.ts';
import { reasonOf, testNetwork } from './fixtures/fetching.ts';
import { startHttp, startTcp, type TestServer } from './fixtures/servers.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };

/** Connections that close with the test, over which names resolve to 127.0.0.1 when `open` is called. */
function testConnections(options = {}) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const resolver = { resolve: () => opened.then(() => ['127.0.0.1']), cancel: vi.fn() };
  const network = testNetwork({ ...allowing, ...options });
  const connections = createConnections({ ...network, createResolver: () => resolver });
  onTestFinished(() => connections.close());
  return { connections, resolver, open };
}

/** A server that answers only `/fast`. */
async function startHalf() {
  const requests: string[] = [];
  const server = await startHttp((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/fast') response.end('<p>');
  });
  const urlOf = (path: string) => new URL(path, `http://p.test:${server.port}`);
  return { server, requests, urlOf };
}

async function closed(server: TestServer): Promise<void> {
  await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
}

describe('connections', () => {
  it('are used by one fetcher after the other', async () => {
    const { connections, open } = testConnections();
    open();
    const { server, urlOf } = await startHalf();
    for (let page = 0; page < 10; page++) {
      const fetcher = createFetcher(connections);
      expect((await fetcher.fetch(urlOf('/fast'))).status).toBe(200);
      fetcher.close();
    }
    // undici opens another one if the first is free only in the next round of the event loop.
    expect(server.connections()).toBeLessThanOrEqual(2);
    await connections.close();
    await closed(server);
  });

  it('keep the requests of other fetchers when one ends', async () => {
    const { connections, open } = testConnections();
    open();
    const { requests, urlOf } = await startHalf();
    const [first, second] = [createFetcher(connections), createFetcher(connections)];
    const hung = first.fetch(urlOf('/slow'));
    const failing = expect(hung).rejects.toThrow('fetcher is closed');
    await expect.poll(() => requests, { interval: 5 }).toEqual(['/slow']);
    const other = second.fetch(urlOf('/fast'));
    first.close();
    await failing;
    expect((await other).status).toBe(200);
    await expect(first.fetch(urlOf('/fast'))).rejects.toThrow('fetcher is closed');
    second.close();
  });

  it('that are being set up remain for others when a fetcher ends, whose requests are not sent', async () => {
    const { connections, open } = testConnections();
    const { requests, urlOf } = await startHalf();
    const [first, second] = [createFetcher(connections), createFetcher(connections)];
    // As many as there are connections to one origin, so that the second fetcher has to use these.
    const ended = Promise.allSettled(
      Array.from({ length: 12 }, () => first.fetch(urlOf('/abandoned'))),
    );
    const other = second.fetch(urlOf('/fast'));
    first.close();
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
    open();
    expect((await other).status).toBe(200);
    expect(requests).toEqual(['/fast']);
    second.close();
  });

  it('end with their time limit if no fetcher waits for them any more', async () => {
    const { connections } = testConnections({ limits: { connectMs: 100 } });
    const server = await startTcp(() => {});
    const fetcher = createFetcher(connections);
    const url = new URL(`https://127.0.0.1:${server.port}/`);
    const fetching = fetcher.fetch(url).catch(() => {});
    await expect.poll(() => server.open(), { interval: 5 }).toBe(1);
    fetcher.close();
    await fetching;
    await closed(server);
  });

  it('end their requests and what is being set up when they are closed', async () => {
    const { connections, resolver } = testConnections();
    const server = await startTcp(() => {});
    const fetcher = createFetcher(connections);
    const url = `//127.0.0.1:${server.port}/`;
    const results = Promise.allSettled([
      fetcher.fetch(new URL(`http:${url}`)),
      fetcher.fetch(new URL(`https:${url}`)),
      fetcher.handshake(new URL(`https:${url}`)),
      fetcher.fetch(new URL('http://unresolved.test/')),
    ]);
    // Both with https share one.
    await expect.poll(() => server.open(), { interval: 5 }).toBe(2);
    await connections.close();
    const closing = { status: 'rejected', reason: new Error('The connections are closed.') };
    expect(await results).toEqual([closing, closing, closing, closing]);
    expect(resolver.cancel).toHaveBeenCalled();
    await closed(server);
    await expect(fetcher.fetch(new URL(`http:${url}`))).rejects.toThrow('connections are closed');
    await expect(createFetcher(connections).fetch(new URL(`http:${url}`))).rejects.toThrow(
      'connections are closed',
    );
    await connections.close();
  });

  it('have a time limit for each fetcher, not for all', async () => {
    const { connections, open } = testConnections({ limits: { totalMs: 150 } });
    open();
    const { urlOf } = await startHalf();
    const first = createFetcher(connections);
    expect(await reasonOf(first.fetch(urlOf('/slow')))).toBe('fetch_timeout');
    expect(await reasonOf(first.fetch(urlOf('/fast')))).toBe('fetch_timeout');
    const second = createFetcher(connections);
    expect((await second.fetch(urlOf('/fast'))).status).toBe(200);
    second.close();
  });

  it('keep no listeners of ended fetchers', async () => {
    const { connections, open } = testConnections();
    open();
    const { urlOf } = await startHalf();
    const added = vi.spyOn(connections.signal, 'addEventListener');
    const removed = vi.spyOn(connections.signal, 'removeEventListener');
    for (const signal of [undefined, AbortSignal.abort(new Error('gone'))]) {
      const fetcher = createFetcher(connections, signal ? { signal } : {});
      await fetcher.fetch(urlOf('/fast')).catch(() => {});
      fetcher.close();
    }
    const callbacks = (calls: readonly (readonly unknown[])[]) =>
      new Set(calls.map(([, callback]) => callback));
    expect(callbacks(added.mock.calls).size).toBeGreaterThan(0);
    expect(callbacks(removed.mock.calls)).toEqual(callbacks(added.mock.calls));
  });
});

it('a host gets eight requests of a report at a time, and four of each of several', async () => {
  const network = testNetwork(allowing);
  const held: { readonly path: string; readonly respond: () => void }[] = [];
  const server = await startHttp(({ url: path = '' }, response) => {
    held.push({ path, respond: () => void response.end('<p>') });
  });
  const heldOf = (path: string) => held.filter((request) => request.path === path).length;
  const respond = (path: string, count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const at = held.findIndex((request) => request.path === path);
      held.splice(at, 1)[0]?.respond();
    }
  };
  const send = (path: string, count: number) => {
    const connections = createConnections(network, requestsAlone);
    onTestFinished(() => connections.close());
    const fetcher = createFetcher(connections);
    const url = new URL(path, server.url);
    const sent = Promise.all(Array.from({ length: count }, () => fetcher.fetch(url)));
    return { connections, sent };
  };
  const becomes = (path: string, count: number) =>
    expect.poll(() => heldOf(path), { interval: 5 }).toBe(count);

  const first = send('/first', 20);
  await becomes('/first', 8);
  const second = send('/second', 5);
  await becomes('/second', 4);
  // What was sent goes on, and nothing else is before there are less than four.
  respond('/first', 4);
  respond('/second', 1);
  await becomes('/second', 4);
  expect(heldOf('/first')).toBe(4);
  respond('/first', 1);
  await becomes('/first', 4);
  respond('/second', 4);
  await second.sent;
  await second.connections.close();
  respond('/first', 1);
  await becomes('/first', 8);
  respond('/first', 8);
  await becomes('/first', 6);
  respond('/first', 6);
  expect(await first.sent).toHaveLength(20);
});
